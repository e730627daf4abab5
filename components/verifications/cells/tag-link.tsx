import Link from "next/link";
import { ROW_LINK } from "#components/list/layout.ts";
import { cn } from "#components/ui/cn.ts";
import { shortId } from "#components/ui/copy-id.tsx";

type Props = { verificationId: string; tag: string | null; href: string; tabIndex: number };

/** The row's link, stretched over all of it. A verification without a tag goes by its id, whole on hover. */
export function TagLink({ verificationId, tag, href, tabIndex }: Props) {
  return (
    <Link
      href={href}
      prefetch={false}
      tabIndex={tabIndex}
      data-row-link
      className={cn("block truncate", ROW_LINK, tag === null ? "font-mono text-xs" : "font-medium")}
    >
      <span title={verificationId} className="relative z-1">
        {tag ?? shortId(verificationId)}
      </span>
    </Link>
  );
}
