import fc from "fast-check";
import { NextIntlClientProvider } from "next-intl";
import { Component, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { expect, it } from "vitest";
import { OtherFieldsSection } from "#components/kit/other-fields-section.tsx";
import { SectionNotes } from "#components/kit/section.tsx";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import people from "#messages/en/core/people.json" with { type: "json" };
import problems from "#messages/en/core/service-problems.json" with { type: "json" };
import review from "#messages/en/desk/review.json" with { type: "json" };
import reviewFile from "#messages/en/desk/review-file.json" with { type: "json" };
import verification from "#messages/en/desk/verification.json" with { type: "json" };
import list from "#messages/en/kit/list.json" with { type: "json" };
import shell from "#messages/en/kit/shell.json" with { type: "json" };
import { NOW } from "#tools/test/arbitrary-values.ts";
import { verificationDetail } from "#tools/test/verification-detail.ts";
import { DocumentsTimeline } from "./documents-timeline.tsx";
import { FindingsSection } from "./findings-section.tsx";
import { headEntries, IncompleteNote, useIncompleteNotes } from "./incomplete-note.tsx";
import { ItemsSection } from "./items-section.tsx";
import { LabelsSection } from "./labels-section.tsx";
import { StaleNotice, staleProblem } from "./stale-notice.tsx";
import { VerificationHeader } from "./verification-header.tsx";

const MESSAGES = {
  ...{ list, people, review, shell, verification },
  ...{ "review-file": reviewFile, "service-problems": problems },
};
const nothing = () => undefined;

/** The sections of a file that follow its facts. */
function Sections({ detail }: { detail: VerificationDetail }) {
  const { verification: file, freshness } = detail;
  return (
    <SectionNotes value={useIncompleteNotes(detail.possibly_incomplete)}>
      <VerificationHeader titleId="t" detail={detail} reading={freshness.read_at === null} onRead={nothing} />
      <StaleNotice problem={staleProblem(freshness, null, null)} onRetry={nothing} />
      <IncompleteNote named entries={headEntries(detail.possibly_incomplete)} />
      <DocumentsTimeline
        entries={detail.documents_status_timeline}
        current={file.documents_status}
        firstCompletedAt={file.first_completed_at}
        createdAt={file.created_at}
        status={file.status}
      />
      <FindingsSection current={detail.findings} runs={detail.findings_runs} items={detail.items} file={file} />
      <ItemsSection items={detail.items} verificationId={file.verification_id} tag={file.tag} />
      <LabelsSection labels={detail.labels} />
      <OtherFieldsSection fields={detail.other_fields} wasRead kept tooLarge={false} />
    </SectionNotes>
  );
}

/** The nearest error boundary of the page. */
class ErrorPage extends Component<{ children: ReactNode }> {
  override state: { error: unknown } = { error: null };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render = () => (this.state.error === null ? this.props.children : `Error page: ${this.state.error}`);
}

function placed(): { place: HTMLElement; show: (detail: VerificationDetail) => void; root: Root } {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place, { onCaughtError: nothing });
  const show = (detail: VerificationDetail) =>
    flushSync(() =>
      root.render(
        <NextIntlClientProvider locale="en" messages={MESSAGES} now={NOW} timeZone="America/Mexico_City">
          <ErrorPage>
            <Sections detail={detail} />
          </ErrorPage>
        </NextIntlClientProvider>,
      ),
    );
  return { place, show, root };
}

/** Replaces each text node by elements with its text, as Chrome's translation does. */
function translate(place: HTMLElement): void {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (text.parentElement?.closest('font, svg, [translate="no"]')) continue;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = text.textContent;
    outer.append(inner);
    text.parentNode?.replaceChild(outer, text);
  }
}

const textOf = (place: HTMLElement) => place.textContent?.replaceAll(/\s+/g, " ");

it("a translated file shows each live change", () => {
  fc.assert(
    fc.property(fc.array(verificationDetail, { minLength: 3, maxLength: 3 }), (details) => {
      const translated = placed();
      for (const detail of details) {
        const fresh = placed();
        translated.show(detail);
        fresh.show(detail);
        expect(textOf(translated.place)).toBe(textOf(fresh.place));
        fresh.root.unmount();
        fresh.place.remove();
        translate(translated.place);
      }
      flushSync(() => translated.root.unmount());
      translated.place.remove();
    }),
    { seed: 20_261_129, numRuns: 6, endOnFailure: true },
  );
});
