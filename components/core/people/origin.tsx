import Link from "next/link";
import { useTranslations } from "next-intl";
import { EntryLink } from "#components/kit/entry-link.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import { useWords } from "#components/kit/words.tsx";
import { type SourceDocument, sourceDocuments } from "#lib/core/contract/people/origin.ts";
import { type Person, personName } from "#lib/core/contract/people/person.ts";
import { itemAnchor, itemHref, personAnchor } from "./person-place.ts";

const LINK = "rounded underline decoration-muted-foreground/50 underline-offset-2 hover:decoration-current";

type DocumentProps = {
  document: SourceDocument;
  /** Needed on pages other than the verification's own. */
  verificationId?: string | undefined;
};

/** A document by type and number, linked to its row. A document without a known type is in no list, so it has no link. */
export function DocumentLink({ document: { item_id, item_type }, verificationId }: DocumentProps) {
  const t = useTranslations("people.origin");
  const typeWords = useWords("itemType");
  const id = String(item_id);
  if (item_type === null) return <span className="tabular-nums">{t("untyped", { id })}</span>;
  const name = t("document", { type: typeWords(item_type) ?? item_type, id });
  if (verificationId === undefined) {
    return (
      <EntryLink id={itemAnchor(item_id)} className={LINK}>
        {name}
      </EntryLink>
    );
  }
  return (
    <Link href={itemHref(verificationId, item_id)} prefetch={false} className={LINK}>
      {name}
    </Link>
  );
}

type OriginProps = Pick<DocumentProps, "verificationId"> & { person: Pick<Person, "lookups"> };

/** The documents that led to lookups of a person; empty if no event has reported any. */
export function Origin({ person, verificationId }: OriginProps) {
  const t = useTranslations("people.origin");
  if (person.lookups.length === 0) return null;
  const documents = sourceDocuments(person);
  if (documents.length === 0) return <span className="text-muted-foreground text-xs">{t("none")}</span>;
  return (
    <span className="wrap-anywhere text-muted-foreground text-xs">
      {t.rich("from", {
        documents: () =>
          documents.map((document, index) => (
            <span key={document.item_id}>
              {index > 0 && <span>, </span>}
              <DocumentLink document={document} verificationId={verificationId} />
            </span>
          )),
      })}
    </span>
  );
}

/** The people whose lookups came from a document, each a link to the person on the same page. */
export function PeopleOfItem({ people }: { people: readonly Person[] }) {
  const t = useTranslations("people");
  if (people.length === 0) return null;
  return (
    <details className="text-xs">
      <summary className="w-fit rounded text-muted-foreground">{t("origin.people", { count: people.length })}</summary>
      <ul className="wrap-anywhere mt-1.5 space-y-1">
        {withKeys(people, ({ people_id }) => [String(people_id)]).map(({ key, item: person }) => (
          <li key={key}>
            <EntryLink id={personAnchor(person.people_id)} className={LINK}>
              {personName(person) ?? t("unnamed")}
            </EntryLink>{" "}
            <span className="text-muted-foreground tabular-nums">#{person.people_id}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
