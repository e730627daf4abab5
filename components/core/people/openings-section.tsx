import type { UseQueryResult } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { FileSearch, FileText, IdCard, Inbox, type LucideIcon, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { Folded } from "#components/kit/folded.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { fileOpeningsOptions } from "#lib/core/browser/verifications.ts";
import type { Opening, Openings } from "#lib/core/contract/need-to-know/policy.ts";

const OPENINGS = {
  "verification.opened": ["file", FileSearch],
  "delivery.opened": ["delivery", Inbox],
  "people.opened": ["data", IdCard],
  "people.searched": ["search", Search],
  "curp_pdf.opened": ["pdf", FileText],
} as const satisfies Record<Opening["action"], readonly [word: string, icon: LucideIcon]>;

type Props = { openings: Pick<UseQueryResult<Openings>, "data" | "isError"> };

export function OpeningsSection(props: Props) {
  const t = useTranslations("people.openings");
  return (
    <Section id="openings" title={t("title")}>
      <OpeningsList {...props} />
    </Section>
  );
}

export function OpeningsList({ openings: { data, isError } }: Props) {
  const t = useTranslations("people.openings");
  if (!data) return <EmptySection>{t(isError ? "failed" : "loading")}</EmptySection>;
  return (
    <ol className="space-y-1.5 text-sm">
      {data.items.map((opening) => (
        <Entry key={`${opening.at} ${opening.action} ${opening.user?.email}`} opening={opening} />
      ))}
    </ol>
  );
}

function Entry({ opening: { at, action, user, token, reason, words } }: { opening: Opening }) {
  const t = useTranslations("people.openings");
  const why = useTranslations("people.reason");
  const [what, Icon] = OPENINGS[action];
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <span className="flex min-w-0 flex-wrap gap-x-2">
        <Hint text={user?.name ? user.email : undefined}>
          <span className="wrap-anywhere">{user ? (user.name ?? user.email) : t("token", { name: token ?? "" })}</span>
        </Hint>
        <span className="text-muted-foreground">
          <span>{t(what)}</span> · <ExactInstant at={at} />
        </span>
        {reason !== null && (
          <span className="wrap-anywhere w-full text-muted-foreground text-xs">{words ?? why(`code.${reason}`)}</span>
        )}
      </span>
    </li>
  );
}

/** The last openings of this file, fetched on demand. Not printed, since the print is about the file. */
export function FileOpenings({ verificationId }: { verificationId: string }) {
  const t = useTranslations("people.openings");
  return (
    <div className="print:hidden">
      <Section id="openings" title={t("title")}>
        <Folded later summary={t("show")} summaryClass="text-primary text-sm">
          <div className="pt-2">
            <OpeningsOfFile verificationId={verificationId} />
          </div>
        </Folded>
      </Section>
    </div>
  );
}

const OpeningsOfFile = ({ verificationId }: { verificationId: string }) => (
  <OpeningsList openings={useQuery(fileOpeningsOptions(verificationId))} />
);
