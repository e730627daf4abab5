import { signIn } from "#e2e/pictures/call.ts";
import { COLLEAGUES, meetColleagues } from "#e2e/pictures/colleagues.ts";
import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";

export const users: Screen = {
  title: "Users",
  says: "Who may sign in and what they may do; accounts begin and are regained by one-time links.",
  pictures: [
    {
      name: "users",
      title: "Users",
      says: "Each with their role, whether they are let in, and whether they have a second factor.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")],
      pose: openUsers,
    },
    {
      name: "users-menu",
      title: "Users: what can be done",
      says: "What can be done with an account; each requires the password again ten minutes after it was given.",
      looks: [look(1440, "light", "es-MX")],
      async pose(posing) {
        await openUsers(posing);
        const { page, words } = posing;
        const name = words.users.list.actions.replace("{name}", COLLEAGUES.carlos.name);
        await page.getByRole("button", { name }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      },
    },
    {
      name: "users-invite",
      title: "Users: an invitation",
      says: "Beside each role, what it may do.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        await openUsers(posing);
        const { page, words } = posing;
        await page.getByRole("button", { name: words.users.list.invite }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel(words.users.invite.name, { exact: true }).fill("Renata Solís");
        await dialog.getByLabel(words.users.invite.email, { exact: true }).fill("renata@example.com");
      },
    },
  ],
};

async function openUsers(posing: Posing): Promise<void> {
  await signIn(posing);
  await meetColleagues(posing);
  await posing.page.goto("/users");
  await expect(posing.page.getByText(COLLEAGUES.marco.email)).toBeVisible();
}
