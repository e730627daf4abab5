import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { rememberSingleKeys } from "#lib/platform/browser/preferences.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { mountPage } from "#tools/test/mounted-page.tsx";
import { Input } from "@/components/ui/input";
import { useGoKeys } from "./go-keys.ts";

afterEach(() => vi.useRealTimers());

function Page({ role }: { role: Role }) {
  useGoKeys(role, false);
  return <Input aria-label="Search" />;
}

/** Keys of the page that got through to it. */
function mountKeys(role: Role) {
  const through: string[] = [];
  const listen = ({ key }: KeyboardEvent) => void through.push(key);
  window.addEventListener("keydown", listen);
  onTestFinished(() => window.removeEventListener("keydown", listen));
  const { visited } = mountPage(<Page role={role} />, { role });
  return { through, visited };
}

const press = (target: EventTarget, ...keys: string[]) => {
  for (const key of keys) target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
};

test("g and a letter open the page of the letter, and the page gets no such letter", () => {
  const { through, visited } = mountKeys("compliance");
  press(document.body, "g", "r", "r", "g", "Shift", "v");
  expect(visited).toEqual(["/review", "/verifications"]);
  expect(through).toEqual(["g", "r", "g", "Shift"]);
});

test("no page opens without the right to it, in a text field, late, or where single keys are off", () => {
  const { through, visited } = mountKeys("support");
  press(document.body, "g", "k");
  expect(through).toEqual(["g"]);
  press(document.querySelector("input") as HTMLElement, "g", "v");
  vi.useFakeTimers({ toFake: ["Date"] });
  press(document.body, "g");
  vi.advanceTimersByTime(3_001);
  press(document.body, "v");
  rememberSingleKeys(false);
  press(document.body, "g", "v");
  rememberSingleKeys(true);
  expect(visited).toEqual([]);
  press(document.body, "g", "v");
  expect(visited).toEqual(["/verifications"]);
});
