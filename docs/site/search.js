// Search in the index that scripts/site made. Words are taken apart as in docs/site/words.py.
"use strict";

function wordsOf(text) {
  const folded = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return folded.match(/[\p{L}\p{N}]+(?:[-_.:'+][\p{L}\p{N}]+)*/gu) || [];
}

// Every word of the query must be in a section, whole or as the beginning of one; whole words are worth more.
function search(index, query, most = 30) {
  let scores = null;
  for (const asked of wordsOf(query)) {
    const here = new Map();
    for (const word of Object.keys(index.words)) {
      if (!word.startsWith(asked)) continue;
      const part = asked.length / word.length;
      const places = index.words[word];
      for (let i = 0; i < places.length; i += 2) {
        const score = places[i + 1] * part * part;
        here.set(places[i], Math.max(here.get(places[i]) || 0, score));
      }
    }
    const both = new Map();
    for (const [section, score] of here) {
      if (scores === null) both.set(section, score);
      else if (scores.has(section)) both.set(section, scores.get(section) + score);
    }
    scores = both;
  }
  if (scores === null) return [];
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, most).map(([section]) => {
    const [page, fragment, title, text] = index.sections[section];
    const [url, pageTitle] = index.pages[page];
    return { url: url + (fragment ? "#" + fragment : ""), page: pageTitle, title, text };
  });
}

// Which of the words asked for begins a word, or a part of it; -1: none.
function askedFor(word, asked) {
  const begins = (one) => wordsOf(word).some((each) => [each, ...each.split(/[-_.:'+]/)].some((part) => part.startsWith(one)));
  return asked.findIndex(begins);
}

// A few words of a text, where the most of what was asked for stands together.
function excerpt(text, asked, length = 26) {
  const words = text.split(" ");
  const hits = words.map((word) => askedFor(word, asked));
  let best = 0;
  let most = 0;
  hits.forEach((hit, at) => {
    if (hit < 0) return;
    const seen = new Set(hits.slice(at, at + length - 6).filter((each) => each >= 0)).size;
    if (seen > most) [most, best] = [seen, at];
  });
  const first = Math.max(0, best - 6);
  return words.slice(first, first + length).map((word, i) => ({ word, hit: hits[first + i] >= 0 }));
}

function show(found, query, panel) {
  const asked = wordsOf(query);
  panel.replaceChildren();
  panel.hidden = asked.length === 0;
  if (panel.hidden) return;
  const count = document.createElement("p");
  count.textContent = found.length === 0 ? `Nothing has “${query.trim()}”.` : found.length === 1 ? "One section" : `${found.length} sections`;
  const list = document.createElement("ol");
  for (const each of found) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = each.url;
    const title = document.createElement("strong");
    title.textContent = each.title ? `${each.page} › ${each.title}` : each.page;
    const text = document.createElement("span");
    for (const { word, hit } of excerpt(each.text, asked)) {
      const part = document.createElement(hit ? "mark" : "span");
      part.textContent = word;
      text.append(part, " ");
    }
    link.append(title, text);
    item.append(link);
    list.append(item);
  }
  panel.append(count, list);
}

function begin() {
  const input = document.getElementById("query");
  const panel = document.getElementById("found");
  const close = () => { input.value = ""; panel.hidden = true; };
  const ask = () => show(search(espalierIndex, input.value), input.value, panel);
  input.addEventListener("input", ask);
  document.getElementById("search").addEventListener("submit", (event) => {
    event.preventDefault();
    const first = panel.querySelector("a");
    if (first) first.click();
  });
  panel.addEventListener("click", (event) => { if (event.target.closest("a")) close(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(input|textarea)$/i.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape") {
      close();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !panel.hidden) {
      const stops = [input, ...panel.querySelectorAll("a")];
      const at = stops.indexOf(document.activeElement);
      if (at < 0) return;
      event.preventDefault();
      stops[Math.min(stops.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))].focus();
    }
  });
  // Where there is no room beside the text, the lists begin closed.
  const narrow = (width) => matchMedia(`(max-width: ${width}rem)`).matches;
  const pages = document.querySelector("nav.pages details");
  const contents = document.querySelector("details.contents");
  if (narrow(60)) pages.open = false;
  else pages.querySelector("[aria-current]").scrollIntoView({ block: "nearest" });
  if (contents && narrow(80)) contents.open = false;
  const query = new URLSearchParams(location.search).get("q");
  if (query) {
    input.value = query;
    ask();
  }
}

if (typeof document === "undefined") module.exports = { search, excerpt };
else begin();
