"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { shortId } from "#components/ui/copy-id.tsx";
import type { AuditRow } from "#lib/contract/audit/audit.ts";

/** Of people of one verification, so many are named. */
const MOST_PEOPLE = 6;

type Ids = AuditRow["ids"];

/** What it was done to, each with the way to its page where it has one. */
export function Subjects({ ids, account }: Pick<AuditRow, "ids" | "account">) {
  const t = useTranslations("audit");
  const { people_ids, ...others } = ids;
  const people = Array.isArray(people_ids) ? people_ids : [];
  const single = Object.entries(others);
  if (single.length === 0 && people.length === 0) return null;
  return (
    <dl aria-label={t("list.ids")} className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
      {single.map(([name, id]) => (
        <Subject key={name} name={name}>
          {name === "user_id" && account !== null ? (
            <PageLink id={String(id)} href="/users">
              {account}
            </PageLink>
          ) : (
            <Id id={String(id)} href={pageOf(name, String(id))} />
          )}
        </Subject>
      ))}
      {people.length > 0 && (
        <Subject name="people_ids" count={people.length}>
          {people.slice(0, MOST_PEOPLE).map((id) => (
            <Id key={id} id={String(id)} href={personPage(others.verification_id, id)} />
          ))}
          {people.length > MOST_PEOPLE && <span>{t("list.more", { count: people.length - MOST_PEOPLE })}</span>}
        </Subject>
      )}
    </dl>
  );
}

function Subject({ name, count = 1, children }: { name: string; count?: number; children: ReactNode }) {
  const t = useTranslations("audit");
  return (
    <div className="flex min-w-0 flex-wrap gap-x-1.5">
      <dt className="text-muted-foreground">{t.has(`ids.${name}`) ? t(`ids.${name}`, { count }) : name}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-1.5">{children}</dd>
    </div>
  );
}

function Id({ id, href }: { id: string; href: string | null }) {
  const short = <span className="font-mono">{shortId(id)}</span>;
  if (href === null) return <span title={id}>{short}</span>;
  return (
    <PageLink id={id} href={href}>
      {short}
    </PageLink>
  );
}

function PageLink({ id, href, children }: { id: string; href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      title={id}
      className="wrap-anywhere rounded underline decoration-muted-foreground/40 underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  );
}

const PAGES: Record<string, (id: string) => string> = {
  verification_id: (id) => `/verifications/${encodeURIComponent(id)}`,
  webhook_id: (id) => `/webhooks/${encodeURIComponent(id)}`,
  new_webhook_id: (id) => `/webhooks/${encodeURIComponent(id)}`,
  delivery_id: (id) => `/deliveries/${encodeURIComponent(id)}`,
  api_key_id: () => "/keys",
  new_api_key_id: () => "/keys",
  rotation_id: () => "/keys",
  replacement_id: () => "/keys",
  user_id: () => "/users",
};

const pageOf = (name: string, id: string): string | null => PAGES[name]?.(id) ?? null;

const personPage = (verification: Ids[string] | undefined, person: number): string | null =>
  typeof verification === "string" ? `/verifications/${encodeURIComponent(verification)}/people/${person}` : null;
