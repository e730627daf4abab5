import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { memo } from "react";
import { Hint } from "#components/kit/hint.tsx";
import { ExactInstant, formatDuration } from "#components/kit/time.tsx";
import { WholeTags } from "#components/kit/whole-tags.tsx";
import { useOpenWords } from "#components/kit/words.tsx";
import { fileName, shortId } from "#lib/platform/contract/text.ts";
import { type AuditRow, MAX_NAMED_IDS } from "#lib/records/contract/audit/trail.ts";
import { Skeleton } from "@/components/ui/skeleton";
import { Changes } from "./changes.tsx";
import { OutcomeMark } from "./outcome-mark.tsx";

/** The layout of an entry: a row of columns; in a list narrower than 56rem a card with the outcome beside the time. */
const ENTRY =
  "grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-border border-b px-1 py-3 text-[0.8125rem] @[56rem]:grid-cols-[9.5rem_minmax(0,13rem)_minmax(0,1fr)_minmax(0,11rem)] @[56rem]:gap-x-5 @[56rem]:py-2";

const ENTRY_PARTS = {
  when: "tabular-nums text-muted-foreground @[56rem]:text-foreground",
  who: "order-3 col-span-2 min-w-0 @[56rem]:order-none @[56rem]:col-span-1",
  what: "order-2 col-span-2 min-w-0 space-y-1 @[56rem]:order-none @[56rem]:col-span-1",
  outcome: "order-1 min-w-0 @[56rem]:order-none",
} as const;

/** Shorter durations are not shown. */
const MIN_SHOWN_MS = 5_000;

function AuditEntryView({ row }: { row: AuditRow }) {
  const t = useTranslations("audit");
  const locale = useLocale();
  const { at, began_at, action, user, token, address, user_agent, outcome, error_code } = row;
  const took = began_at === null ? 0 : Date.parse(at) - Date.parse(began_at);
  return (
    <li tabIndex={-1} data-entry className={`-outline-offset-2 ${ENTRY}`}>
      <p className={ENTRY_PARTS.when}>
        <ExactInstant at={at} seconds className="whitespace-nowrap" />
        {took >= MIN_SHOWN_MS && (
          <span className="ml-2 text-muted-foreground text-xs @[56rem]:ml-0 @[56rem]:block">
            {t("list.took", { duration: formatDuration(took, locale) })}
          </span>
        )}
      </p>
      <div className={ENTRY_PARTS.who}>
        <p className="wrap-anywhere">
          {user
            ? (user.name ?? user.email)
            : token
              ? t("list.token", { name: token.name })
              : t(address === null ? "list.itself" : "list.nobody")}
        </p>
        {user?.name && <p className="wrap-anywhere text-muted-foreground text-xs">{user.email}</p>}
        {(user || address !== null) && (
          <Hint text={user_agent ?? undefined}>
            <p translate="no" className="w-fit font-mono text-muted-foreground text-xs">
              {address ?? t("list.noAddress")}
            </p>
          </Hint>
        )}
      </div>
      <div className={ENTRY_PARTS.what}>
        <h2 className="font-medium">{t(`action.${action}`)}</h2>
        <Subjects row={row} />
        <Changes before={row.before} after={row.after} />
      </div>
      <div className={ENTRY_PARTS.outcome}>
        <OutcomeMark outcome={outcome} code={error_code} />
      </div>
    </li>
  );
}

/** An entry does not change, with two exceptions: a known outcome replaces an unknown one, and an erased name disappears. */
export const AuditEntry = memo(
  AuditEntryView,
  (before, after) => before.row.entry_id === after.row.entry_id && namesIn(before.row) === namesIn(after.row),
);

const namesIn = ({ user, account, files, people }: AuditRow): string => JSON.stringify([user, account, files, people]);

const WIDTHS = ["w-48", "w-64", "w-40", "w-56", "w-52", "w-44", "w-60", "w-36"];

/** Placeholders of about the final size while the first entries load. */
export const SkeletonEntries = () => (
  <div aria-hidden className="border-border border-t">
    {WIDTHS.map((width) => (
      <div key={width} className={ENTRY}>
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className={`h-3.5 w-32 ${ENTRY_PARTS.who}`} />
        <div className={ENTRY_PARTS.what}>
          <Skeleton className={`h-3.5 max-w-full ${width}`} />
          <Skeleton className="h-3 w-32" />
        </div>
        <Skeleton className={`h-3.5 w-14 ${ENTRY_PARTS.outcome}`} />
      </div>
    ))}
  </div>
);

/** The objects of an entry by their current names or ids, each with a link if it has a page. */
function Subjects({ row: { ids, account, files, people } }: { row: AuditRow }) {
  const t = useTranslations("audit");
  const words = useOpenWords("audit.ids");
  const { people_ids, verification_ids, ...single } = ids;
  const fileNames = new Map(files.map((file) => [file.verification_id, fileName(file)]));
  const names: Partial<Record<string, (id: string) => string | null | undefined>> = {
    user_id: () => account?.name ?? account?.email,
    verification_id: (id) => fileNames.get(id),
    verification_ids: (id) => fileNames.get(id),
    people_ids: (id) => people.find(({ people_id }) => people_id === Number(id))?.name,
  };
  // Several objects of a kind come last.
  const kinds = Object.entries({ ...single, people_ids, verification_ids })
    .map(([name, value]) => ({ name, all: [value ?? []].flat().map(String) }))
    .filter(({ all }) => all.length > 0);
  if (kinds.length === 0) return null;
  return (
    <dl aria-label={t("list.ids")} className="flex flex-wrap gap-x-4 text-xs">
      {kinds.map(({ name, all }) => (
        <div key={name} className="flex min-w-0 gap-x-1.5">
          <dt className="shrink-0 py-1 text-muted-foreground">{words(name, { count: all.length }) ?? name}</dt>
          <dd className="flex min-w-0 flex-wrap gap-x-2">
            {all.slice(0, MAX_NAMED_IDS).map((id) => (
              <Id key={id} id={id} name={names[name]?.(id)} href={PAGES[name]?.(id, single.verification_id) ?? null} />
            ))}
            {all.length > MAX_NAMED_IDS && <span>{t("list.more", { count: all.length - MAX_NAMED_IDS })}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type IdProps = { id: string; name?: string | null | undefined; href: string | null };

/** The name of an object, else its id. */
function Id({ id, name, href }: IdProps) {
  const shown = name ? (
    <WholeTags>{name}</WholeTags>
  ) : (
    <span translate="no" className="font-mono">
      {shortId(id)}
    </span>
  );
  return (
    <Hint text={id}>
      {href === null ? (
        <span className="py-1">{shown}</span>
      ) : (
        <Link
          href={href}
          prefetch={false}
          className="wrap-anywhere inline-block min-w-6 rounded py-1 underline decoration-muted-foreground/40 underline-offset-2 hover:decoration-current"
        >
          {shown}
        </Link>
      )}
    </Hint>
  );
}

const fileHref = (id: string): string => `/verifications/${encodeURIComponent(id)}`;
const webhookHref = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;

/** Addresses of pages by the name of an id; the page of a person also needs the file of the entry. */
const PAGES: Record<string, (id: string, file: AuditRow["ids"][string] | undefined) => string | null> = {
  verification_id: fileHref,
  verification_ids: fileHref,
  people_ids: (id, file) => (typeof file === "string" ? `${fileHref(file)}/people/${id}` : null),
  webhook_id: webhookHref,
  new_webhook_id: webhookHref,
  delivery_id: (id) => `/deliveries/${encodeURIComponent(id)}`,
  api_key_id: () => "/keys",
  new_api_key_id: () => "/keys",
  rotation_id: () => "/keys",
  replacement_id: () => "/keys",
  token_id: () => "/settings/tokens",
  user_id: () => "/users",
  channel_id: () => "/settings/channels",
  request_id: (id) => `/privacy/${id}`,
};
