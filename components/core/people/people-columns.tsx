import { FileText } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import type { ListDefinition } from "#components/kit/list/definition.ts";
import { RowLink, useRow } from "#components/kit/list/list-row.tsx";
import { VerificationLink } from "#components/kit/list/verification-link.tsx";
import { isModifiedClick } from "#components/kit/modified-click.ts";
import { RelativeTime, useExactWords } from "#components/kit/time.tsx";
import { useCodeWords } from "#components/kit/words.tsx";
import { wantPdf } from "#lib/core/browser/people.ts";
import type { PersonSummary } from "#lib/core/contract/people/people-search.ts";
import { buttonVariants } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { PeopleOutcomeMark } from "./outcome-mark.tsx";
import { fromPeople, pdfHref, personKey } from "./person-place.ts";
import { ShortCurp } from "./short-curp.tsx";

type Cell = { row: PersonSummary };

/** The name, with details that distinguish people of the same name. */
function Name({ row: { name, role, birth_year: year } }: Cell) {
  const t = useTranslations("people.table");
  const roleName = useCodeWords("people.role");
  const apart = [role !== null && roleName(role), year !== null && t("born", { year: String(year) })].filter(Boolean);
  return (
    <>
      <RowLink
        translate={name === null ? undefined : "no"}
        className={cn("truncate font-medium", name === null && "text-muted-foreground italic")}
      >
        {name ?? t("unnamed")}
      </RowLink>
      {apart.length > 0 && (
        <span className="min-w-0 max-w-[60%] shrink-[4] truncate text-muted-foreground text-xs">
          {apart.join(" · ")}
        </span>
      )}
    </>
  );
}

function Curp({ row: { curp } }: Cell) {
  const t = useTranslations("people.table");
  if (curp !== null) return <ShortCurp shown={curp} className="text-xs" />;
  return (
    <span className="text-muted-foreground">
      <span aria-hidden className="hidden @[56rem]:inline">
        –
      </span>
      <span className="sr-only">{t("noCurp")}</span>
    </span>
  );
}

/** A link that opens the PDF beside the person's data, or in a new tab if the user asks for one. */
function Pdf({ row: { verification_id, people_id, name, has_pdf } }: Cell) {
  const t = useTranslations("people.table");
  const router = useRouter();
  const { href, tabIndex } = useRow();
  const opens = useCurrentUser().may("documents.open");
  if (!opens) return null;
  if (!has_pdf || people_id === null) return <span className="sr-only">{t("noPdf")}</span>;
  return (
    <a
      className={buttonVariants({ variant: "outline", size: "xs", className: "relative z-1 h-6 [&_svg]:size-3.5" })}
      href={pdfHref(verification_id, people_id)}
      target="_blank"
      rel="noreferrer"
      tabIndex={tabIndex}
      aria-label={t("pdfOf", { name: name ?? t("unnamed") })}
      onClick={(event) => {
        if (isModifiedClick(event)) return;
        event.preventDefault();
        wantPdf(href);
        router.push(href);
      }}
    >
      <FileText aria-hidden />
      {t("columns.pdf")}
    </a>
  );
}

function Verification({ row: { verification_id, tag, title } }: Cell) {
  return (
    <>
      {title !== null && <span className="min-w-0 truncate">{title}</span>}
      <span className="max-w-full shrink-0 truncate">
        <VerificationLink id={verification_id} tag={tag} tabIndex={useRow().tabIndex} />
      </span>
    </>
  );
}

/** When the last lookup ended. Empty without a lookup: the row's time is then the time of the service's answer. */
function LookedUp({ row: { outcome, at } }: Cell) {
  const t = useTranslations("people.table");
  if (outcome !== "none") return <RelativeTime at={at} className="whitespace-nowrap" />;
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{t("neverLookedUp")}</span>
    </>
  );
}

const COLUMNS = "@[56rem]:grid-cols-[minmax(13rem,1.1fr)_4.75rem_10.5rem_4rem_minmax(12rem,1fr)_5rem]";

/** A person in one line. In a list narrower than 56rem, a card of two lines, which a pseudo-element separates. */
export const PEOPLE: ListDefinition<PersonSummary> = {
  keyOf: personKey,
  hrefOf: fromPeople,
  useHints: () => {
    const exact = useExactWords();
    return {
      outcome: ({ people_error }) => [people_error],
      at: ({ at, outcome }) => [outcome !== "none" && exact(at)],
    };
  },
  columns: [
    {
      id: "name",
      place: "order-1 flex min-w-0 flex-1 items-baseline gap-x-2 @[56rem]:order-none",
      skeleton: "w-44 max-w-full",
      cell: Name,
    },
    { id: "curp", place: "order-2 block @[56rem]:order-none", skeleton: "w-16", cell: Curp },
    {
      id: "outcome",
      place: "order-4 flex min-w-0 max-w-[65%] @[56rem]:order-none @[56rem]:max-w-none",
      skeleton: "w-28",
      cell: ({ row }) => <PeopleOutcomeMark outcome={row.outcome} code={row.people_error} />,
    },
    {
      id: "pdf",
      place: "order-2 flex min-h-6 min-w-16 items-center justify-end @[56rem]:order-none @[56rem]:justify-start",
      skeleton: "w-10",
      cell: Pdf,
    },
    {
      id: "verification",
      place:
        "order-5 flex min-w-0 flex-1 items-baseline justify-end gap-x-2 @[56rem]:order-none @[56rem]:justify-start",
      skeleton: "w-20",
      cell: Verification,
    },
    {
      id: "at",
      place: "hidden text-right text-muted-foreground @[56rem]:block",
      skeleton: "ml-auto w-14",
      cell: LookedUp,
      hint: "atHint",
    },
  ],
  layout: {
    table: "[--row:3.75rem] @[56rem]:[--row:2.375rem] @[56rem]:in-data-[density=compact]:[--row:1.875rem]",
    head: "@[56rem]:not-sr-only @[56rem]:block",
    titles: `@[56rem]:grid @[56rem]:h-8 items-center gap-x-3 border-border border-b px-3 ${COLUMNS}`,
    row: `flex h-(--row) flex-wrap content-center items-center gap-x-3 gap-y-1 px-3 before:order-3 before:w-full @[56rem]:grid @[56rem]:scroll-mt-22 @[56rem]:before:hidden ${COLUMNS}`,
  },
};
