import { ChevronLeft } from "lucide-react";
import Link from "next/link";

export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    className="-ml-1 inline-flex min-h-6 items-center gap-1 rounded text-muted-foreground text-xs hover:text-foreground"
  >
    <ChevronLeft aria-hidden className="size-3.5" />
    {children}
  </Link>
);
