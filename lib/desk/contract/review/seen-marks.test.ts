import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { examples } from "#tools/test/effort.ts";
import { verificationDetail } from "#tools/test/verification-detail.ts";
import { seenInput } from "./seen.ts";
import { findingMark, itemMark, marksOf, newsSince } from "./seen-marks.ts";

const nothing = { findings: 0, items: [], people: 0, labels: 0, documents_status: null, status: null };

describe("changes since the last visit", () => {
  it("are none when nothing changed, whatever the file", () =>
    fc.assert(
      fc.property(verificationDetail, (detail) => {
        const marks = marksOf(detail);
        expect(seenInput.parse({ marks }).marks).toEqual(marks);
        if (marks.length < 500) expect(newsSince(marks, detail)).toEqual(nothing);
      }),
      { numRuns: examples(30) },
    ));

  it("follow from a page whose mark was not kept; a mark holds no text of the page", () =>
    fc.assert(
      fc.property(verificationDetail, (detail) => {
        const [finding] = detail.findings?.items ?? [];
        const [item] = detail.items.filter((one) => !itemMark(one).endsWith(":open"));
        const gone = [finding && findingMark(finding), item && itemMark(item)];
        const news = newsSince(
          marksOf(detail).filter((mark) => !gone.includes(mark)),
          detail,
        );
        const same = detail.findings?.items.filter((one) => finding && findingMark(one) === findingMark(finding));
        expect(news).toEqual({ ...nothing, findings: same?.length ?? 0, items: item ? [item] : [] });
        const pattern = /^(finding|label|status|documents):[0-9a-f]{16}$|^(item|person):\d+:[a-z_]+$/;
        for (const mark of marksOf(detail)) expect(mark).toMatch(pattern);
      }),
      { numRuns: examples(30) },
    ));

  it("count people only when the last visit already had people", () => {
    const detail = {
      findings: null,
      items: [],
      labels: [],
      verification: { status: "finished", documents_status: null },
    } as unknown as Parameters<typeof marksOf>[0];
    const person = (people_id: number) =>
      ({ people_id, lookup_error: null, external_identities: { curp: null } }) as unknown as Parameters<
        typeof marksOf
      >[1] extends readonly (infer P)[] | undefined
        ? P
        : never;
    expect(newsSince(marksOf(detail), detail, [person(1)]).people).toBe(0);
    expect(newsSince(marksOf(detail, [person(1)]), detail, [person(1), person(2)]).people).toBe(1);
  });
});
