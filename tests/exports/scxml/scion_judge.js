/* Runs SCXML documents in SCION: a JSON object {document, sequences} per line comes in, {courses} goes out.
 *
 * A course has an entry for the start and one after each event {name, data} of its sequence: the active leaves, the
 * game in the datamodel, the errors SCION met meanwhile. A document SCION does not take gives {error}.
 */
"use strict";

const readline = require("readline");
const scxml = require("@scion-scxml/scxml");

function compiled(text) {
  return new Promise((resolve, reject) => {
    const done = (error, found) => (error ? reject(error) : resolve(found));
    scxml.documentStringToModel("document.scxml", text, done, {reportAllErrors: true});
  });
}

// Each machine needs a datamodel of its own, which comes with the preparation.
function prepared(model) {
  return new Promise((resolve, reject) => model.prepare((error, found) => (error ? reject(error) : resolve(found))));
}

async function course(model, events) {
  const chart = new scxml.core.Statechart(await prepared(model));
  let errors = [];
  chart.on("onError", error => errors.push(error));
  const seen = () => {
    const now = {leaves: chart.getConfiguration(), game: chart.getSnapshot()[3].game, errors: errors};
    errors = [];
    return now;
  };
  chart.start();
  const steps = [seen()];
  for (const event of events) {
    chart.gen(event);
    steps.push(seen());
  }
  return steps;
}

async function main() {
  for await (const line of readline.createInterface({input: process.stdin, crlfDelay: Infinity})) {
    const given = JSON.parse(line);
    let answer;
    try {
      const model = await compiled(given.document);
      const courses = [];
      for (const events of given.sequences) {
        courses.push(await course(model, events));
      }
      answer = {courses: courses};
    } catch (error) {
      answer = {error: String(error && error.stack || error)};
    }
    process.stdout.write(JSON.stringify(answer) + "\n");
  }
}

main();
