import { call, signIn } from "#e2e/pictures/call.ts";
import { COLLEAGUES, meetColleagues } from "#e2e/pictures/colleagues.ts";
import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";
import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import type { Lanes } from "#lib/contract/review/lanes.ts";
import { isLive } from "./list.ts";

const LONG_AGO = "2026-01-01T00:00:00.000000Z";

/** Signed in as who takes files, with the month before in the queue too. */
async function sitDown(posing: Posing, lane: keyof Lanes): Promise<void> {
  const { page, words } = posing;
  await signIn(posing);
  await meetColleagues(posing);
  const policy = await call<ReviewPolicy>(posing, "GET", "/api/settings/review");
  if (policy.review_from !== LONG_AGO) {
    await call(posing, "PUT", "/api/settings/review", { ...policy, review_from: LONG_AGO });
  }
  await signIn(posing, COLLEAGUES.carlos);
  const unassigned = async () => (await call<Lanes>(posing, "GET", "/api/review/lanes")).unassigned.count;
  await expect.poll(unassigned).toBeGreaterThan(10);
  await page.goto(`/review?lane=${lane}`);
  await isLive(page, words);
}

const rows = ({ page, words }: Posing) =>
  page.getByRole("list", { name: words["review-queue"].lanes.unassigned, exact: true }).getByRole("link");

async function openFirst(posing: Posing): Promise<void> {
  const { page, words } = posing;
  await sitDown(posing, "unassigned");
  await rows(posing).first().click();
  await expect(page.getByRole("region", { name: words["review-file"].label })).toBeVisible();
  const activity = page.getByRole("region", { name: words.verification.activity.title });
  await expect(activity.getByRole("listitem").first()).toBeVisible();
  for (const text of [words.people.reading, words.people.loading]) await expect(page.getByText(text)).toHaveCount(0);
}

export const review: Screen = {
  title: "Review",
  says: "The queue and the file side by side: the next thing to do is always one key away.",
  pictures: [
    {
      name: "review",
      title: "Review: the queue and the file",
      says: "What is wrong, why it is here and when it is due; beside it the file and what one may do with it.",
      looks: [look(), look(1440, "dark", "es-MX"), look(1280, "light", "es-MX")],
      pose: openFirst,
    },
    {
      name: "review-file",
      title: "Review: the file on a phone",
      says: "One after the other, with a way back to the queue.",
      looks: [look(360, "light", "es-MX"), look(360, "dark")],
      pose: openFirst,
    },
    {
      name: "review-queue",
      title: "Review: the queue",
      says: "Six lanes with how many files each has; without a file, how to open one.",
      looks: [look(1440, "dark"), look(360), look(360, "dark", "es-MX")],
      async pose(posing) {
        await sitDown(posing, "unassigned");
        await expect(rows(posing).first()).toBeVisible();
      },
    },
    {
      name: "review-empty",
      title: "Review: nothing of one's own",
      says: "Why the lane is empty, what comes here, and how to take the next file.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        await sitDown(posing, "mine");
        await expect(posing.page.getByText(posing.words["review-queue"].empty.mine.title)).toBeVisible();
      },
    },
    {
      name: "review-keys",
      title: "Review: its keys",
      says: "Those of the queue and those of the file, each also a button.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        const { page, words } = posing;
        await sitDown(posing, "unassigned");
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: words["keys-help"].title })).toBeVisible();
      },
    },
  ],
};
