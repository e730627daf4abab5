import { expect, look, type Screen } from "#e2e/pictures/picture.ts";

export const access: Screen = {
  title: "Signing in",
  says: "Before anything else.",
  pictures: [
    {
      name: "login",
      title: "Sign-in",
      says: "One card, with nothing beside it but language and theme.",
      looks: [look(), look(1440, "dark", "es-MX")],
      act: "first day",
      signedOut: true,
      async pose({ page, words }) {
        await page.goto("/login");
        await expect(page.getByRole("button", { name: words.access.signIn.submit })).toBeEnabled();
      },
    },
    {
      name: "login-refused",
      title: "Sign-in: refused",
      says: "What was wrong, without revealing whether such an account exists.",
      looks: [look(360, "dark", "es-MX")],
      act: "first day",
      signedOut: true,
      async pose({ page, words }) {
        await page.goto("/login");
        await page.locator("input[name=email]").fill("nadie@example.com");
        await page.locator("input[name=password]").fill("no es la contraseña");
        await page.getByRole("button", { name: words.access.signIn.submit }).click();
        await expect(page.getByRole("alert").getByText(words.access.signIn.problem.UNAUTHORIZED)).toBeVisible();
      },
    },
    {
      name: "setup",
      title: "Setup",
      says: "The first administrator, by the one-time link that the start has printed.",
      looks: [look(1440, "light", "es-MX"), look(360)],
      act: "first day",
      signedOut: true,
      async pose({ page, words }) {
        await page.goto("/setup");
        await expect(page.getByRole("button", { name: words.access.setup.submit })).toBeEnabled();
      },
    },
  ],
};
