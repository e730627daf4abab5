import { expect, onTestFinished, test } from "vitest";
import { cdp, page } from "vitest/browser";
import { mountPage } from "#tools/test/mounted-page.tsx";
import { PageTabs } from "./page-tabs.tsx";

const NAMES = ["Events", "Refusals", "Signature checker", "Missing deliveries"];
const TABS = NAMES.map((name) => ({ href: `/deliveries/${name.split(" ")[0]?.toLowerCase()}`, name }));

test("the open tab is in sight on a phone, also after a change", async () => {
  await page.viewport(360, 740);
  mountPage(<PageTabs label="Parts of this page" tabs={TABS} />, { address: "/deliveries/missing" });
  const bar = page.getByRole("navigation", { name: "Parts of this page" }).element();
  /** The number of pixels by which a tab extends beyond one of the ends of the bar. */
  const hidden = (name: string) => {
    const [outer, inner] = [bar, page.getByRole("link", { name }).element()].map((one) => one.getBoundingClientRect());
    return Math.max((outer?.left ?? 0) - (inner?.left ?? 0), (inner?.right ?? 0) - (outer?.right ?? 0), 0);
  };
  expect(bar.scrollWidth).toBeGreaterThan(bar.clientWidth);
  expect(hidden("Missing deliveries")).toBeLessThan(1);
  window.history.pushState(null, "", "/deliveries/events");
  await expect.element(page.getByRole("link", { name: "Events" })).toHaveAttribute("aria-current", "page");
  expect(hidden("Events")).toBeLessThan(1);
  expect(hidden("Missing deliveries")).toBeGreaterThan(1);
});

test("with forced colours the open tab alone has a frame", async () => {
  const emulate = (value: string) =>
    cdp().send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });
  onTestFinished(async () => void (await emulate("")));
  await emulate("active");
  mountPage(<PageTabs label="Parts of this page" tabs={TABS} />, { address: "/deliveries/missing" });
  const frameOf = (name: string) => getComputedStyle(page.getByRole("link", { name }).element()).outlineStyle;
  expect(frameOf("Missing deliveries")).toBe("solid");
  expect(frameOf("Events")).toBe("none");
});
