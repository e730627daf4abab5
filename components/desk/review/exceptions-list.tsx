import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { PeopleOutcomeMark } from "#components/core/people/outcome-mark.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import { useDocumentsStatusName, useItemErrorCause, useWords } from "#components/kit/words.tsx";
import { verificationPeopleOptions } from "#lib/core/browser/people.ts";
import { personName } from "#lib/core/contract/people/person.ts";
import type { Exception, UnresolvedPerson } from "#lib/core/contract/verifications/review.ts";
import type { Finding } from "#lib/core/contract/verifications/verification.ts";
import { highFindings, openItems } from "#lib/desk/contract/review/exceptions.ts";
import type { Basis } from "#lib/desk/contract/review/facts.ts";
import type { FileDates } from "#lib/statements/contract/statement-answers.ts";

type Props = {
  verificationId: string;
  exceptions: readonly Exception[];
  facts: Pick<Basis, "run" | "items" | "status" | "documents_status"> & {
    /** Without `same_name` the current name is the one at that time. */
    people: readonly (UnresolvedPerson & { same_name?: boolean })[];
    /** The documents of the policy with their states of now. */
    document_dates?: FileDates["document_dates"] | undefined;
  };
  /** Words an exception with the number of its findings, documents or people. */
  words: (exception: Exception, count: number) => string;
  children?: (finding: Finding) => ReactNode;
};

/** The exceptions of an acceptance with their subjects. People are named if their names are already loaded. */
export function ExceptionsList({ verificationId, exceptions, facts, words, children }: Props) {
  const locale = useLocale();
  const itemType = useWords("itemType");
  const causeOf = useItemErrorCause();
  const status = useWords("status");
  const documents = useDocumentsStatusName();
  const { data } = useQuery({ ...verificationPeopleOptions(verificationId), enabled: false });
  const [findings, items] = [highFindings(facts), openItems(facts)];
  const COUNTS: Partial<Record<Exception, number>> = {
    high_finding: findings.length,
    failed_item: items.length,
    person_unresolved: facts.people.length,
  };
  /** The documents with this state whose dates count at a decision; the record of a decision lists the dates itself. */
  const dated = (state: "expired" | "too_old") =>
    facts.document_dates
      ?.filter((document) => document.state === state && document.counts !== "check")
      .map(({ document_kind, people_id, name }) => (
        <Subject key={`${document_kind} ${people_id}`}>
          <span>{locale === "en" ? name.en : name.es}</span>
          {people_id !== null && (
            <span className="ml-1 text-muted-foreground text-xs tabular-nums">{`#${people_id}`}</span>
          )}
        </Subject>
      ));
  const subjects: Partial<Record<Exception, ReactNode>> = {
    high_finding: withKeys(findings, ({ message, missing_field }) => [message, missing_field]).map(({ key, item }) => (
      <Subject key={key}>
        <span lang="es" translate="no" className="whitespace-pre-line">
          {item.message}
          {item.missing_field && <span>{` (${item.missing_field})`}</span>}
        </span>
        {children?.(item)}
      </Subject>
    )),
    failed_item: items.map(({ item_id, item_type, item_error }) => (
      <Subject key={item_id}>
        {item_type !== null && <span>{`${itemType(item_type) ?? item_type} `}</span>}
        <span className="text-muted-foreground text-xs tabular-nums">#{item_id}</span>
        {item_error !== null && <span>{`: ${causeOf(item_error) ?? item_error}`}</span>}
      </Subject>
    )),
    documents_incomplete: facts.documents_status && <Subject>{documents(facts.documents_status)}</Subject>,
    status_not_finished: facts.status && <Subject>{status(facts.status) ?? facts.status}</Subject>,
    document_expired: dated("expired"),
    document_too_old: dated("too_old"),
    person_unresolved: withKeys(facts.people, ({ people_id }) => [String(people_id)]).map(({ key, item: person }) => {
      const { people_id, outcome, people_error, same_name = true } = person;
      const known = same_name ? data?.full_list.find((one) => one.people_id === people_id) : undefined;
      return (
        <Subject key={key}>
          {known && <span>{`${personName(known) ?? ""} `}</span>}
          <span className="text-muted-foreground text-xs tabular-nums">{`#${people_id ?? "–"}`}</span>{" "}
          <PeopleOutcomeMark outcome={outcome} code={people_error} />
        </Subject>
      );
    }),
  };
  return (
    <ul className="space-y-1.5">
      {exceptions.map((exception) => (
        <li key={exception} className="flex gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-high" />
          <div className="wrap-anywhere min-w-0 flex-1">
            <span>{words(exception, COUNTS[exception] ?? 1)}</span>
            {subjects[exception] && <ul className="mt-1 space-y-1 print:inline">{subjects[exception]}</ul>}
          </div>
        </li>
      ))}
    </ul>
  );
}

const Subject = ({ children }: { children: ReactNode }) => (
  <li className="border-border border-l-2 pl-2 print:inline print:border-0 print:pl-0 print:before:content-['_·_']">
    {children}
  </li>
);
