"use strict";
// Follows the game and draws it. Every word is put in as text; only our own drawings are put in as drawings.

const LEAST = 44; // pixels of a hex from side to side, where the board is scrolled
const DIGITS = { near: 12, tv: 30 }; // pixels of the strength on a counter
const MOST = { near: 19, tv: 30 }; // and how much of a counter they may take
const tv = new URLSearchParams(location.search).has("tv");
const dark = matchMedia("(prefers-color-scheme: dark)");
const at = (id) => document.getElementById(id);
document.documentElement.classList.toggle("tv", tv);

function made(tag, name, ...inside) {
  const one = document.createElement(tag);
  if (name) one.className = name;
  one.append(...inside.filter((each) => each !== ""));
  return one;
}

// What is typed stands between marks in words meant for a terminal.
const lines = (tag, name, words) => words.filter(Boolean).map((each) => made(tag, name, each.replaceAll("`", "")));
const ofSide = (name, side) => (side === null || side < 0 ? name : `${name} s${side % 4}`);

function thrown(one) {
  const scoring = new Set(one.scoring);
  const faces = one.faces.map((face, place) => made("span", scoring.has(place) ? "die scores" : "die", String(face)));
  const [scored, missed] = one.blank;
  for (let left = scored; left > 0; left -= 1) faces.push(made("span", "die scores", "•"));
  for (let left = missed; left > 0; left -= 1) faces.push(made("span", "die blank", "\u00a0"));
  const fell = made("div", "dice", ...faces, made("span", "", one.fell));
  return made("div", "throw", made("p", "who", one.label), fell, ...lines("p", "", one.then));
}

const reasons = (one) => [
  made("p", "who", one.who),
  ...one.why.map(([dice, stand, items]) => made("p", "why", `${dice} ${stand}: ${items}`)),
  ...lines("p", "why", [one.need]),
];

// The result, then the dice, then why.
function act(one, open) {
  const why = [
    ...lines("p", "more", one.assumed.length ? [`assumed: ${one.assumed.join(", ")}`] : []),
    ...lines("p", "more", one.notes),
    ...one.throws.flatMap(reasons),
    ...lines("p", "more", one.choices),
  ];
  const hands = one.hands.map((each, place) => made("p", ofSide("hands", one.whose[place]), each.replaceAll("`", "")));
  const words = lines("p", hands.length ? "after" : "", one.words);
  const dice = one.throws.map(thrown);
  const came = hands.length ? [...hands, ...dice, ...words] : [...words, ...dice];
  const card = made("article", ofSide("card article", names.indexOf(one.side)), made("h2", "", one.title));
  card.append(...lines("p", "mark", one.marks), ...came, ...lines("p", "more", one.pending.map((each) => `still to do: ${each}`)));
  if (why.length) {
    const more = made("details", "", made("summary", "", "why"), ...why);
    more.open = open;
    more.dataset.key = one.key;
    card.append(more);
  }
  return card;
}

const chip = (name, side, ...inside) => made("span", ofSide(`chip ${name}`, side), ...inside);

function score(side, place, scored) {
  const head = made("div", "score", made("h2", "", side.name));
  if (scored) head.append(made("span", "points", String(side.points ?? 0)));
  if (side.lost) {
    const [lost, full, unit] = side.lost;
    const bar = made("i");
    bar.style.width = `${full ? (100 * lost) / full : 0}%`;
    head.append(made("span", "bar", bar), made("span", "", `lost ${lost}/${full} ${unit}`));
  }
  const left = side.go && side.go.length ? [made("div", "chips", made("span", "more", "to go"), ...side.go.map((id) => chip("", place, id.toUpperCase())))] : [];
  return made("div", ofSide("card", place), head, ...left, ...lines("p", "more", [side.rest.join(" · ")]));
}

function stand(one, side, signs) {
  const lost = one.lost > 0 ? [made("span", "loss", `\u2212${one.lost}`)] : [];
  const state = one.state.length ? [made("small", "", one.state.join(", "))] : [];
  const name = `${one.gone ? "gone " : ""}${one.within ? "within " : ""}${one.last}`;
  return chip(name, side, parsed(signs[one.sign]), made("span", "", one.name, ...state), ...lost);
}

function unit(one, signs) {
  const stands = one.stands.map((each) => stand(each, one.side, signs));
  const others = one.others ? [made("span", "more", `${one.others} ${one.stands.length ? "others " : ""}unharmed`)] : [];
  const name = one.name || (one.side === null ? "" : names[one.side]);
  return made("div", ofSide("card", one.side), made("h2", "", name), made("div", "chips", ...stands, ...others));
}

function listing(one) {
  const cell = (tag, row) => row.map((words, place) => made(tag, one.right.includes(place) ? "number" : "", words));
  const head = one.columns.some(Boolean) ? [made("tr", "", ...cell("th", one.columns))] : [];
  const table = made("table", "", ...head, ...one.rows.map((row) => made("tr", "", ...cell("td", row))));
  return made("div", "card", made("h2", "", one.title), made("div", "scroll", table), ...lines("p", "more", one.notes));
}

let names = [];
function draw(now) {
  names = now.sides.map((side) => side.name);
  document.title = now.name;
  at("name").textContent = `${now.name} · ${now.rules}`;
  at("where").textContent = now.where;
  at("notes").replaceChildren(...lines("li", "", now.notes));
  const scored = now.sides.some((side) => side.points !== null);
  at("sides").replaceChildren(...now.sides.map((side, place) => score(side, place, scored)));
  const open = new Map([...document.querySelectorAll("details")].map((each) => [each.dataset.key, each.open]));
  now.acts.forEach((one) => { one.key = JSON.stringify(one); });
  at("acts").replaceChildren(...now.acts.map((one) => act(one, open.get(one.key) ?? false)));
  at("units").replaceChildren(...now.units.map((one) => unit(one, now.signs)));
  const all = made("details", "", made("summary", "", "order of battle"), ...now.lists.map(listing));
  all.dataset.key = "lists";
  all.open = open.get("lists") ?? false;
  at("lists").replaceChildren(all);
  room();
}

// On a big screen the last act and the units fit the room there is: in smaller type, the act without its dice if that
// does not do.
function room() {
  for (const box of [at("acts"), at("units")]) {
    box.style.fontSize = "";
    box.classList.remove("brief");
    for (let size = 1; tv && box.scrollHeight > box.clientHeight && size > 0.5; size -= 0.05) {
      box.style.fontSize = `${size}em`;
      box.classList.toggle("brief", size < 0.75);
    }
  }
}

const parsed = (text) => document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);

function drawing(id, text) {
  const svg = text && parsed(text);
  at(id).replaceChildren(...(svg ? [svg] : []));
  return svg;
}

let wide = 0; // of the drawing
function board(update) {
  if (update.ground !== undefined) {
    const svg = drawing("ground", update.ground);
    at("board").hidden = !svg;
    if (svg) {
      const { width, height } = svg.viewBox.baseVal;
      wide = width;
      at("sheet").style.setProperty("--ratio", width / height);
      at("sheet").style.setProperty("--least", `${Math.ceil((width * LEAST) / update.now.hex)}px`);
    }
  }
  if (update.stands !== undefined) drawing("stands", update.stands);
  const orders = Object.entries(update.now.orders).map(([letter, words]) => `${letter} ${words}`);
  const marks = [...orders, "✓ has acted", "2/5 strength left of full", "➔ last act", "✕ removed"];
  at("legend").replaceChildren(...update.key.map(([svg, words]) => made("span", "", parsed(svg), words)), made("span", "", marks.join(" · ")));
  fit();
  if (update.now.focus) look(...update.now.focus);
}

// Strengths are as large as can be read from where the players are.
function fit() {
  const scale = at("sheet").clientWidth / wide;
  if (!(scale > 0)) return;
  const size = Math.min((tv ? DIGITS.tv : DIGITS.near) / scale, tv ? MOST.tv : MOST.near);
  at("sheet").classList.toggle("large", size > 13.5);
  at("sheet").style.setProperty("--digits", `${size}px`);
}

// On a small screen the board is moved to where the last act was.
function look(x, y) {
  const frame = at("frame");
  const scale = at("sheet").clientWidth / wide;
  frame.scrollTo({ left: x * scale - frame.clientWidth / 2, top: y * scale - frame.clientHeight / 2 });
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
    const update = JSON.parse(event.data);
    trouble(update.trouble && `${update.trouble}; this is the last position shown`);
    if (update.now) { draw(update.now); board(update); }
  };
  events.onerror = () => {
    trouble(events.readyState === EventSource.CLOSED ? "this screen has stopped: ask the referee for a new address" : "no contact with the referee; this is the last position shown");
  };
}
dark.addEventListener("change", follow);
addEventListener("resize", () => { fit(); room(); });
follow();
