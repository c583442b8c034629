"""Pages for the rules editor: readings with two traces side by side, contradictions, gaps, a matrix, clauses, search.

A page is put together once, as plain blocks (:mod:`~berserk_fsm.pages.blocks`), in one language; templates turn the
blocks into HTML and Markdown, so both say the same. What pages there are stands in :mod:`~berserk_fsm.pages.catalogue`.

>>> from berserk_fsm.pages.catalogue import page_titles
>>> list(page_titles("en"))[:3]
['index', 'search', 'contradiction-active_player_twice']
"""

from berserk_fsm.pages.writing import FORMATS, write_pages

__all__ = ["FORMATS", "write_pages"]
