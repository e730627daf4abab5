import { ChevronRight } from "lucide-react";
import Link from "next/link";

type Props = { href: string; title: string; lede: string };

/** A link from the settings to a page of its own. */
export const Destination = ({ href, title, lede }: Props) => (
  <Link
    href={href}
    prefetch={false}
    className="flex items-center justify-between gap-4 rounded-lg border border-border bg-card p-4 hover:bg-muted"
  >
    <span className="min-w-0 space-y-0.5">
      <span className="block font-semibold text-sm">{title}</span>
      <span className="block max-w-prose text-muted-foreground text-sm">{lede}</span>
    </span>
    <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
  </Link>
);
