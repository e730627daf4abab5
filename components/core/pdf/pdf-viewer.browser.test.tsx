import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { PdfViewer } from "./pdf-viewer.tsx";

/* The cause of each failure, as the handler finds it: `lib/core/server/curp-file/fetch-pdf.test.ts`. */

const ADDRESS = "/api/verifications/ver_1/people/1/curp.pdf";

const CAUSES = [
  [502, "FILE_REFUSED", "and so was the next one"],
  [502, "FILE_NOT_PDF", "is not a PDF"],
  [502, "FILE_REDIRECTED", "redirects to another address, which Cotejo does not follow"],
  [502, "FILE_UNREACHABLE", "does not answer properly"],
  [504, "FILE_TIMEOUT", "did not answer in time"],
  [429, "TOO_MANY_REQUESTS", "too many PDFs at once"],
  [418, "SHORT_AND_STOUT", "could not be requested from the service (SHORT_AND_STOUT)"],
] as const;

test("a PDF that cannot be shown states the cause, takes the focus, and is requested again by a button", async () => {
  await page.viewport(360, 740);
  let [settled, closed] = [0, 0];
  const route = `GET ${ADDRESS}`;
  const { answer, asked } = mountPage(
    <PdfViewer
      title="Wendel Boureda"
      address={ADDRESS}
      fileName="curp-1.pdf"
      onClose={() => {
        closed += 1;
      }}
      onSettled={() => {
        settled += 1;
      }}
    />,
    { answers: { [route]: () => Promise.reject(new TypeError("no connection")) } },
  );
  const viewer = page.getByRole("region", { name: "PDF of Wendel Boureda" });
  const failure = viewer.getByRole("alert");
  await expect.element(failure).toMatchTextContent("The dashboard does not answer");
  await expect.element(failure).toMatchTextContent("Nothing was lost");
  await expectAccessible();
  for (const [status, code, said] of CAUSES) {
    answer(route, () => Response.json({ code, message: "" }, { status }));
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect.element(failure).toMatchTextContent("The PDF cannot be shown");
    await expect.element(failure).toMatchTextContent(said);
    await expect.element(viewer).toHaveFocus();
  }
  const torn = new ReadableStream({ start: (stream) => stream.error(new Error("the connection broke")) });
  answer(route, () => new Response(torn));
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect.element(failure).toMatchTextContent("did not arrive complete");
  expect(asked.length).toBe(CAUSES.length + 2);
  expect(settled).toBe(asked.length);
  await userEvent.keyboard("{Escape}");
  expect(closed).toBe(1);
});
