import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { OpeningsList } from "#components/core/people/openings-section.tsx";
import { Folded } from "#components/kit/folded.tsx";
import { Section } from "#components/kit/section.tsx";
import { fileOpeningsOptions } from "#lib/core/browser/verifications.ts";

/** The last openings of this file, fetched on demand. Not printed, since the print is about the file. */
export function FileOpenings({ verificationId }: { verificationId: string }) {
  const t = useTranslations("people.openings");
  return (
    <div className="print:hidden">
      <Section id="openings" title={t("title")}>
        <Folded later summary={t("show")} summaryClass="text-primary text-sm">
          <div className="pt-2">
            <Openings verificationId={verificationId} />
          </div>
        </Folded>
      </Section>
    </div>
  );
}

const Openings = ({ verificationId }: { verificationId: string }) => (
  <OpeningsList openings={useQuery(fileOpeningsOptions(verificationId))} />
);
