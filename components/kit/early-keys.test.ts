import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepEarlyKeys, takeEarlyKeys } from "./early-keys.tsx";

class FakeElement {
  closest: (selector: string) => object | null;
  constructor(isField: boolean) {
    this.closest = (selector) => (isField && selector === "input" ? {} : null);
  }
}
let cookie: string;

beforeEach(() => {
  cookie = "locale=en; theme=dark";
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("document", {
    get cookie() {
      return cookie;
    },
  });
  // As in the document: the source text, without the scope of this module.
  new Function(`(${keepEarlyKeys})("input")`)();
});
afterEach(() => vi.unstubAllGlobals());

/** Presses a key, and tells whether its default was kept. */
function press(key: string, more: object = {}, place = new FakeElement(false)): boolean {
  const event = new Event("keydown", { cancelable: true });
  Object.defineProperties(event, { target: { value: place } });
  window.dispatchEvent(Object.assign(event, { key, altKey: false, ctrlKey: false, metaKey: false, ...more }));
  return event.defaultPrevented;
}

const type = (...keys: string[]) => keys.map((key) => press(key));

it("keeps keys typed after a shortcut, once, and then leaves keys alone", () => {
  expect(type("n", "O", " ", "Shift", "ñ", "Enter", "2")).toEqual([true, true, true, false, true, true, true]);
  expect(takeEarlyKeys()).toEqual(["n", "O", " ", "ñ", "\n", "2"]);
  expect(type("o")).toEqual([false]);
  expect(takeEarlyKeys()).toEqual([]);
});

it.each([" ", "Enter", "Tab", "ArrowDown", "1", "Backspace"])(
  "does not start with %j, which scrolls, follows a link, moves",
  (key) => {
    expect(type(key)).toEqual([false]);
    expect(takeEarlyKeys()).toEqual([]);
  },
);

it("keeps nothing after a key that has moved the focus, and still prevents the default of letters", () => {
  expect(type("r", "Tab", "o")).toEqual([true, false, true]);
  expect(takeEarlyKeys()).toEqual(["r"]);
});

it("removes characters by Backspace, and all of them by Escape or a click", () => {
  type("n", "x", "Backspace", "y");
  expect(takeEarlyKeys()).toEqual(["n", "y"]);
});

it.each(["keydown", "pointerdown"])("is cancelled by Escape or a click: %s", (kind) => {
  type("n", "o");
  if (kind === "keydown") press("Escape");
  else window.dispatchEvent(new Event("pointerdown"));
  expect(takeEarlyKeys()).toEqual([]);
});

it("takes nothing from a field, from the browser, or from users without single-key shortcuts", () => {
  expect([press("n", {}, new FakeElement(true)), press("n", { ctrlKey: true }), press("n", { altKey: true })]).toEqual([
    false,
    false,
    false,
  ]);
  cookie = "locale=en; keys=off";
  expect(type("n")).toEqual([false]);
  expect(takeEarlyKeys()).toEqual([]);
});
