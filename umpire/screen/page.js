"use strict";
// Follows the game and draws what it is told. Every word is put in as text; only our own drawings are put in as drawings.

const LEAST = 44; // pixels of a hex from side to side
const dark = matchMedia("(prefers-color-scheme: dark)");
const at = (id) => document.getElementById(id);

function made(tag, name, ...inside) {
  const one = document.createElement(tag);
  if (name) one.className = name;
  one.append(...inside.filter((each) => each !== ""));
  return one;
}

// What is typed stands between marks in words meant for a terminal.
const lines = (tag, name, words) => words.filter(Boolean).map((each) => made(tag, name, each.replaceAll("`", "")));

function die(face, scores) {
  return made("span", scores ? "die scores" : "die", String(face));
}

function thrown(one) {
  const scoring = new Set(one.scoring);
  const why = one.why.map(([dice, stand, items]) => made("p", "why", `${dice} ${stand}: ${items}`));
  const faces = one.faces.map((face, place) => die(face, scoring.has(place)));
  const fell = made("div", "dice", ...faces, made("span", "", one.fell));
  return made("div", "throw", made("p", "who", one.who), ...why, ...lines("p", "why", [one.need]), fell, ...lines("p", "", one.then));
}

function act(one, open) {
  const said = [
    ...lines("p", "mark", one.marks),
    ...lines("p", "more", one.assumed.length ? [`assumed: ${one.assumed.join(", ")}`] : []),
    ...lines("p", "more", one.notes),
    ...one.throws.map(thrown),
    ...lines("p", "more", one.choices),
  ];
  const came = [...lines("p", "", one.words), ...lines("p", "hands", [one.hands.join(" · ")]), ...lines("p", "owed", one.owed.map((each) => `owed: ${each}`))];
  const card = made("article", "card");
  if (said.length) {
    const more = made("details", "", made("summary", "", one.title), ...said);
    more.open = open;
    more.dataset.key = one.key;
    card.append(more);
  } else card.append(made("h2", "", one.title));
  card.append(...came);
  return card;
}

function listing(one) {
  const cell = (tag, row) => row.map((words, place) => made(tag, one.right.includes(place) ? "number" : "", words));
  const head = one.columns.some(Boolean) ? [made("tr", "", ...cell("th", one.columns))] : [];
  const table = made("table", "", ...head, ...one.rows.map((row) => made("tr", "", ...cell("td", row))));
  return made("div", "card", made("h2", "", one.title), made("div", "scroll", table), ...lines("p", "more", one.notes));
}

function draw(now) {
  document.title = now.name;
  at("name").textContent = `${now.name} · ${now.rules}`;
  at("where").textContent = now.where;
  at("notes").replaceChildren(...lines("li", "", now.notes));
  at("sides").replaceChildren(...now.sides.map((side) => made("div", "card", made("h2", "", side.name), ...lines("p", "", side.said))));
  const open = new Map([...document.querySelectorAll("details")].map((each) => [each.dataset.key, each.open]));
  now.acts.forEach((one) => { one.key = JSON.stringify(one); });
  at("acts").replaceChildren(...now.acts.map((one, place) => act(one, place === 0 || (open.get(one.key) ?? false))));
  at("lists").replaceChildren(...now.lists.map(listing));
}

function drawing(id, text) {
  const svg = text && new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  at(id).replaceChildren(...(svg ? [document.adoptNode(svg)] : []));
  return svg;
}

function board(told) {
  if (told.ground !== undefined) {
    const svg = drawing("ground", told.ground);
    at("board").hidden = !svg;
    if (svg) {
      const { width, height } = svg.viewBox.baseVal;
      at("sheet").style.setProperty("--ratio", width / height);
      at("sheet").style.setProperty("--least", `${Math.ceil((width * LEAST) / told.now.hex)}px`);
    }
  }
  if (told.stands !== undefined) drawing("stands", told.stands);
}

function trouble(words) {
  at("trouble").textContent = words;
  at("trouble").hidden = !words;
}

let events = null;
function follow() {
  if (events) events.close();
  events = new EventSource(dark.matches ? "events/dark" : "events/light");
  events.onmessage = (event) => {
    const told = JSON.parse(event.data);
    trouble(told.trouble && `${told.trouble}: this is how it stood`);
    if (told.now) { draw(told.now); board(told); }
  };
  events.onerror = () => {
    trouble(events.readyState === EventSource.CLOSED ? "this screen has ended: ask for its address" : "out of touch with the referee: this is how it stood");
  };
}
dark.addEventListener("change", follow);
follow();
