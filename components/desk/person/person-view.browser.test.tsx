import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { peopleKeys } from "#lib/core/browser/query-keys.ts";
import { failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { PersonView } from "./person-view.tsx";

const { reason: words } = MESSAGES.en.people;

it("keeps the typed reason while the people are refetched", async () => {
  const refused = () => failing(400, "REASON_REQUIRED");
  const { client, asked } = mountPage(<PersonView verificationId="ver_1" personId={1} tag="EXP-1" file="EXP-1" />, {
    ...{ role: "support", address: "/verifications/ver_1/people/1" },
    answers: { "GET /api/verifications/ver_1/people": refused },
  });
  await page.getByLabelText(words.label, { exact: true }).selectOptions("words");
  const field = page.getByRole("textbox", { name: words.words });
  await field.fill("The customer called.");
  const before = asked.length;
  await client.invalidateQueries({ queryKey: peopleKeys.all });
  expect(asked.length).toBeGreaterThan(before);
  await expect.element(field).toHaveValue("The customer called.");
});
