import { call } from "#e2e/pictures/call.ts";
import { expect, look, type Screen } from "#e2e/pictures/picture.ts";
import { isLive } from "./list.ts";

export const deliveries: Screen = {
  title: "Deliveries",
  says: "Every event that the service delivered, what became of it, and what was refused.",
  pictures: [
    {
      name: "deliveries",
      title: "Deliveries",
      says: "What was received, about which verification, and how long it took.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")],
      async pose({ page, words }) {
        await page.goto("/deliveries");
        await expect(page.locator("[data-row-link]").first()).toBeVisible();
        await isLive(page, words);
      },
    },
    {
      name: "deliveries-signature",
      title: "Deliveries: the signature of a refused one",
      says: "What the receiver kept of it, and whether what is pasted is that delivery.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")],
      height: 1100,
      async pose(posing) {
        const { page, words } = posing;
        const { refusals, bench } = words.deliveries;
        const { url } = await call<{ url: string }>(posing, "GET", "/api/receiver");
        const t = Math.floor(Date.now() / 1000);
        const header = `t=${t},v1=${"0".repeat(64)}`;
        const body = '{"event_name":"verification.v2.finished","data":{}}';
        await fetch(url, { method: "POST", headers: { "svc-signature": header }, body });
        await page.goto("/deliveries/refusals");
        await page.getByRole("link", { name: refusals.check }).first().click();
        await expect(page.getByRole("region", { name: bench.refused.title })).toBeVisible();
        await page.getByLabel(bench.header).fill(header);
        await page.getByLabel(bench.body, { exact: true }).fill(`${body} `);
        await page.getByLabel(bench.secret, { exact: true }).fill("whsec_de_otro_webhook");
        await page.getByRole("button", { name: bench.check, exact: true }).click();
        await expect(page.getByText(bench.verdict.unexplained, { exact: true })).toBeVisible();
        await page.evaluate(() => window.scrollTo(0, 0));
      },
    },
    {
      name: "deliveries-nothing",
      title: "Deliveries: nothing matches",
      says: "Which filters leave nothing, and the way back.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose({ page, words }) {
        await page.goto("/deliveries?outcome=failed&mark=late");
        await expect(page.getByRole("heading", { name: words.deliveries.page.nothing.title })).toBeVisible();
      },
    },
  ],
};
