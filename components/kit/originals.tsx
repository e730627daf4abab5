"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use } from "react";
import { useCurrentUser } from "./current-user.tsx";

/** The fields in the address of an original; null if the team has set no address. */
const Context = createContext<readonly string[] | null>(null);

type ProviderProps = { fields: readonly string[] | null; children: ReactNode };

export const OriginalsProvider = ({ fields, children }: ProviderProps) => <Context value={fields}>{children}</Context>;

type Props = { verificationId: string; tag: string | null; itemId: number };

/** A link to the original of an item at the team's address; empty without an address. */
export function OpenOriginal({ verificationId, tag, itemId }: Props) {
  const t = useTranslations("verification.items.original");
  const fields = use(Context);
  const opens = useCurrentUser().may("documents.open");
  if (!opens || fields === null || (tag === null && fields.includes("tag"))) return null;
  return (
    <a
      href={`/api/verifications/${encodeURIComponent(verificationId)}/items/${itemId}/original`}
      target="_blank"
      rel="noreferrer"
      className="rounded text-primary text-xs hover:underline print:hidden"
    >
      {t("open")}
    </a>
  );
}

/** Explains why no item has an original; empty if items have originals. */
export function NoOriginals() {
  const t = useTranslations("verification.items.original");
  const fields = use(Context);
  const { may } = useCurrentUser();
  if (fields !== null) return null;
  return (
    <p className="mt-4 text-muted-foreground text-xs print:hidden">
      {t("none")}{" "}
      {may("settings.manage") && (
        <Link href="/settings#originals" className="rounded text-primary underline">
          {t("set")}
        </Link>
      )}
    </p>
  );
}
