"use client";

import { FileSearch, FolderOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { StatusMark } from "#components/page/marks.tsx";
import { shortId } from "#components/ui/copy-id.tsx";
import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";

type Props = {
  items: readonly VerificationSummary[];
  /** The text as an id, where it may be one: it is offered once the list has nothing like it. */
  id: string | null;
  onOpen: (href: string) => void;
};

const hrefOf = (id: string): string => `/verifications/${encodeURIComponent(id)}`;

/** The verifications that were found, or else the id itself. */
export function FoundVerifications({ items, id, onOpen }: Props) {
  const t = useTranslations("shell.palette");
  if (items.length === 0) {
    if (id === null) return null;
    return (
      <PaletteGroup heading={t("byId")}>
        <PaletteItem value={`id:${id}`} icon={FolderOpen} onSelect={() => onOpen(hrefOf(id))}>
          <span className="truncate font-mono text-xs">{id}</span>
        </PaletteItem>
      </PaletteGroup>
    );
  }
  return (
    <PaletteGroup heading={t("verifications")}>
      {items.map((row) => (
        <PaletteItem
          key={row.verification_id}
          value={`verification:${row.verification_id}`}
          icon={FileSearch}
          onSelect={() => onOpen(hrefOf(row.verification_id))}
        >
          <span className="shrink-0 font-medium tabular-nums">{row.tag ?? shortId(row.verification_id)}</span>
          <span className="min-w-0 flex-1 truncate text-muted-foreground">{row.account_name}</span>
          <StatusMark status={row.status} />
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
