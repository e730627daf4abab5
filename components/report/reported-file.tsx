import Link from "next/link";
import { shortId } from "#components/page/copy.tsx";

type Props = {
  file: { verification_id: string; tag: string | null; title: string | null };
  href?: string;
  /** The name of the link, by that of the file. */
  label?: (name: string) => string;
};

/** A file by its title, with its tag and id below. */
export function ReportedFileName({ file: { verification_id, tag, title }, href, label }: Props) {
  const name = title ?? tag ?? shortId(verification_id);
  return (
    <span className="wrap-anywhere">
      <Link
        href={href ?? `/verifications/${encodeURIComponent(verification_id)}`}
        prefetch={false}
        {...(label && { "aria-label": label(name) })}
        className="rounded font-medium underline-offset-2 hover:underline"
      >
        {name}
      </Link>
      <span className="block text-muted-foreground text-xs print:text-[7pt]">
        {title !== null && tag !== null && `${tag} · `}
        <span className="font-mono">{verification_id}</span>
      </span>
    </span>
  );
}
