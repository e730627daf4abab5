"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Scale } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { Message } from "#components/kit/message.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { Section } from "#components/kit/section.tsx";
import { RowLink, SectionRows } from "#components/kit/section-rows.tsx";
import { ExactInstant, useDayFormat } from "#components/kit/time.tsx";
import { arcoListOptions } from "#lib/records/browser/arco.ts";
import type { ArcoList, ArcoRequest } from "#lib/records/contract/privacy/arco.ts";
import { Button } from "@/components/ui/button";
import { NewRequestDialog } from "./new-request-dialog.tsx";
import { DueMark, folioOf, StateBadge, useSubjectName } from "./request-parts.tsx";

/** The register of requests under the data protection law: open requests by deadline, then closed requests. */
export function RegisterView() {
  const t = useTranslations("arco");
  const manages = useCurrentUser().may("privacy.manage");
  const list = useQuery(arcoListOptions());
  const day = useDayFormat();
  const [open, setOpen] = useState(false);
  const [registered, setRegistered] = useState<ArcoRequest | null>(null);
  return (
    <div className="max-w-4xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")}>
        {manages && (
          <Button variant="outline" asChild>
            <Link href="/privacy/erasures" prefetch={false}>
              {t("erasures")}
            </Link>
          </Button>
        )}
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Plus aria-hidden />
          {t("create.title")}
        </Button>
      </PageHeader>
      <Announced as="p" className={registered ? "text-sm" : "sr-only"}>
        {registered?.due_on ? t("create.done", { folio: folioOf(registered), day: day(registered.due_on) }) : ""}
      </Announced>
      <Loaded query={list} label={t("list.loading")} height="h-40" failed={() => t("list.failed")}>
        {(loaded) => <Requests list={loaded} />}
      </Loaded>
      {open && <NewRequestDialog onClosed={() => setOpen(false)} onRegistered={setRegistered} />}
    </div>
  );
}

function Requests({ list: { items, overdue, open, total } }: { list: ArcoList }) {
  const t = useTranslations("arco.list");
  if (total === 0) {
    return (
      <Message level="h2" icon={<Scale aria-hidden />} title={t("emptyTitle")}>
        <p>{t("emptyBody")}</p>
      </Message>
    );
  }
  const running = items.filter(({ due_at }) => due_at !== null);
  const closed = items.filter(({ due_at }) => due_at === null);
  const rows = (requests: readonly ArcoRequest[]) => (
    <SectionRows rows={requests} empty={t("noOpen")}>
      {(request) => <RequestRow key={request.request_id} request={request} />}
    </SectionRows>
  );
  return (
    <>
      <Section id="open" title={t("open")} count={open} flush aside={t("summary", { overdue })}>
        {rows(running)}
      </Section>
      {closed.length > 0 && (
        <Section id="closed" title={t("closed")} count={total - open} flush>
          {rows(closed)}
        </Section>
      )}
      {items.length < total && <p className="text-muted-foreground text-sm">{t("more")}</p>}
    </>
  );
}

function RequestRow({ request }: { request: ArcoRequest }) {
  const t = useTranslations("arco");
  const subjectName = useSubjectName();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-56 space-y-1">
        <h3 className="wrap-anywhere font-medium text-sm">
          <RowLink href={`/privacy/${request.request_id}`}>
            {t("detail.title", { kind: t(`kind.${request.kind}`), subject: subjectName(request.subject) })}
          </RowLink>
        </h3>
        <p className="text-muted-foreground text-xs tabular-nums">
          <span>{t("folio", { folio: folioOf(request) })}</span> ·{" "}
          {t.rich("received", { on: () => <ExactInstant at={request.received_at} /> })}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <DueMark request={request} />
        <StateBadge request={request} />
      </div>
    </li>
  );
}
