import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";
import { FAILED_PERSON, REPEATED } from "#e2e/pictures/stage.ts";
import { BROKEN } from "#e2e/support/failures.ts";
import { found, searched, WENDEL } from "#e2e/support/people.ts";
import { isLive } from "./list.ts";

const field = ({ page }: Pick<Posing, "page">) => page.getByRole("search").getByRole("textbox");
const firstRow = ({ page }: Pick<Posing, "page">) => page.locator("[data-row-link]").first();

async function openPeople({ page, words }: Posing, query = ""): Promise<void> {
  await page.goto(`/people${query}`);
  await isLive(page, words);
}

async function find(posing: Posing, text: string): Promise<void> {
  await openPeople(posing);
  // What was shown before stays until the answer comes.
  const answered = posing.page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === "/api/people/search" && response.request().postDataJSON().q === text,
  );
  await field(posing).fill(text);
  await answered;
  await expect(posing.page.getByRole("table")).toHaveAttribute("aria-busy", "false");
  await expect(firstRow(posing)).toBeVisible();
}

/** Opens the first person whom a text finds, and waits for the card. */
async function openCard(posing: Posing, text: string): Promise<void> {
  const { page, words } = posing;
  await find(posing, text);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: words.people.curp.title })).toBeVisible();
}

/** A lookup whose answer does not fit what else it states, and in whose CURP something is unusual. */
const applicant = { ...WENDEL, curp: WENDEL.curp.replace("0820", "0231"), gender: "MUJER" };
const result = found(applicant, { search_number: "BOXW310820HNERXN08" });
const differing = searched(REPEATED.people_id, result, { ...REPEATED, item_id: 910_003 });

export const people: Screen = {
  title: "People",
  says: "Support with a caller on the phone: a name or a CURP, Enter, the card, Enter, the PDF.",
  pictures: [
    {
      name: "people",
      title: "People: everybody",
      says: "Across verifications, the last looked up first, with the ends of the CURP and the state of its lookup.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        await openPeople(posing);
        await expect(firstRow(posing)).toBeVisible();
      },
    },
    {
      name: "people-found",
      title: "People: found by a part of a name",
      says: "Without accents or capitals; Enter opens the first, which is marked. What is typed is in no address.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      pose: (posing) => find(posing, "hernan"),
    },
    {
      name: "people-filter",
      title: "People: by how the lookup ended",
      says: "Each named error apart, since each needs another remedy.",
      looks: [look(1440, "dark"), look(360, "light", "es-MX")],
      async pose(posing) {
        await openPeople(posing, "?outcome=curp_format_error&outcome=failed");
        const { tools, outcome } = posing.words.people.search;
        await posing.page
          .getByRole("region", { name: tools })
          .getByRole("button", { name: new RegExp(`^${outcome}`) })
          .click();
      },
    },
    {
      name: "people-none",
      title: "People: no one found",
      says: "What has to match, and one press that takes the filter off.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        await openPeople(posing, "?outcome=no_result");
        await field(posing).fill("Wojciechowska");
        await expect(posing.page.getByRole("heading", { name: posing.words.people.page.nothing.title })).toBeVisible();
      },
    },
    {
      name: "people-failed",
      title: "People: the search failed",
      says: "What failed, that nothing is lost, and trying again.",
      looks: [look(1440, "dark", "es-MX")],
      async pose(posing) {
        await openPeople(posing);
        await posing.page.route("**/api/people/search", (route) => route.fulfill(BROKEN));
        await field(posing).fill("alguien");
        await expect(posing.page.getByText(posing.words.people.page.failed.title)).toBeVisible();
      },
    },
    {
      name: "person",
      title: "Person: found",
      says: "How the lookup ended, all that the registry stated, and the CURP explained part by part and compared with it.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX")],
      height: 1180,
      pose: (posing) => openCard(posing, posing.stage.files.whole.tag),
    },
    {
      name: "person-pdf",
      title: "Person: the PDF beside the data",
      says: "Pages, search, size, print and download; all of it is in memory, so that it outlives its address.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX")],
      async pose(posing) {
        const { page, words } = posing;
        await openCard(posing, posing.stage.files.whole.tag);
        await page.getByRole("link", { name: words.people.card.openPdf }).click();
        await expect(page.locator("[data-page] canvas")).toBeVisible();
        await page.getByLabel(words.pdf.find.label).fill("nacimiento");
        await expect(page.getByRole("search").getByRole("status")).not.toBeEmpty();
      },
    },
    {
      name: "person-pdf-failed",
      title: "Person: the PDF cannot be shown",
      says: "Each cause in its own words, that nothing is lost, and trying again.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        const { page, words } = posing;
        await openCard(posing, posing.stage.files.whole.tag);
        await page.route("**/curp.pdf", (route) => route.fulfill({ status: 504, json: { code: "FILE_TIMEOUT" } }));
        await page.getByRole("link", { name: words.people.card.openPdf }).click();
        await expect(page.getByText(words["curp-file"].why.FILE_TIMEOUT)).toBeVisible();
      },
    },
    {
      name: "person-differing",
      title: "Person: the CURP does not fit",
      says: "What does not fit the person is marked on the characters concerned; what is unusual about the format only warns. Below, the lookups before it.",
      looks: [look(1440, "light", "es-MX"), look(1440, "dark"), look(360, "dark"), look(360)],
      height: 1260,
      async pose(posing) {
        await posing.stage.deliver([[posing.stage.files.failing, differing]]);
        await expect(async () => {
          await openPeople(posing);
          await field(posing).fill(REPEATED.full_name);
          await expect(firstRow(posing)).toHaveText(REPEATED.full_name, { timeout: 3_000 });
        }).toPass({ timeout: 90_000 });
        await openCard(posing, REPEATED.full_name);
      },
    },
    {
      name: "person-failed",
      title: "Person: the lookup failed",
      says: "What to tell the caller, who can repeat the lookup, and the request for them to copy.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose({ page, words, stage }) {
        await page.goto(`/verifications/${stage.files.failing.id}/people/${FAILED_PERSON}`);
        await expect(page.getByText(words.people.error.curp_scrapper_error)).toBeVisible();
      },
    },
  ],
};
