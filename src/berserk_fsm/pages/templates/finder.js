// Searching the list of this page: an entry stays if it has all the words that were typed.
"use strict";
(() => {
  const box = document.querySelector(".finder");
  const field = box.querySelector("input");
  const count = box.querySelector("[role=status]");
  const hint = document.getElementById(field.getAttribute("aria-describedby"));

  // Capitals, ё and е, ways of writing an accent and punctuation make no difference; 303.4 is one word.
  const plain = (text) => text.normalize("NFKC").toLowerCase().replaceAll("ё", "е");
  const wordsOf = (text) => plain(text).match(/\d+(?:\.\d+)+|[\p{L}\p{N}]+/gu) ?? [];

  const finds = Array.from(document.querySelectorAll(".finds > li"), (item) => {
    const words = wordsOf(item.textContent);
    return { item, link: item.querySelector("a"), words: new Set(words), text: words.join(" ") };
  });
  // The number of a clause is looked for whole: 302.1 is not 302.12.
  const has = (find, word) => (/\d\.\d/.test(word) ? find.words.has(word) : find.text.includes(word));

  const search = () => {
    const asked = wordsOf(field.value);
    let found = 0;
    for (const find of finds) {
      const fits = asked.every((word) => has(find, word));
      find.item.hidden = !fits;
      found += fits;
    }
    count.textContent = `${count.dataset.found} ${found}`;
  };

  const ask = (words) => {
    field.value = words;
    search();
  };

  // ?q=… and #q=… fill the field; the latter goes along with what is typed, so that one can come back to it.
  const asked = () => new URLSearchParams(location.hash.slice(1)).get("q");
  const keep = () => history.replaceState(null, "", `#q=${encodeURIComponent(field.value)}`);

  field.addEventListener("input", () => {
    search();
    // The list may be much shorter now: its first entries come into sight.
    const top = hint.offsetTop + hint.offsetHeight;
    if (scrollY > top) scrollTo(0, top);
  });
  field.addEventListener("change", keep);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      ask("");
      keep();
    } else if (event.key === "Enter" && wordsOf(field.value).length) {
      event.preventDefault();
      keep();
      finds.find((find) => !find.item.hidden)?.link.click();
    }
  });
  addEventListener("hashchange", () => {
    const words = asked();
    if (words !== null) ask(words);
  });

  for (const part of [hint, box]) part.hidden = false;
  ask(asked() ?? new URLSearchParams(location.search).get("q") ?? "");
  // Whoever was led to the field can type at once.
  if (location.hash === `#${field.id}`) field.focus();
})();
