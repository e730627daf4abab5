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
