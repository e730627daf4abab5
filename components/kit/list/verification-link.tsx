import Link from "next/link";
import { Hint } from "#components/kit/hint.tsx";
import { shortId } from "#lib/platform/contract/text.ts";

type Props = { id: string; tag: string | null; tabIndex: number };

/** A link to the row's verification, named by its tag or else its id, above the link of the row. */
export const VerificationLink = ({ id, tag, tabIndex }: Props) => (
  <Hint text={id}>
    <Link
      translate="no"
      href={`/verifications/${encodeURIComponent(id)}`}
      prefetch={false}
      tabIndex={tabIndex}
      className="relative inline-block max-w-full truncate rounded align-bottom text-muted-foreground underline-offset-2 hover:text-foreground hover:underline"
    >
      {tag ?? (
        <span translate="no" className="font-mono text-xs">
          {shortId(id)}
        </span>
      )}
    </Link>
  </Hint>
);
