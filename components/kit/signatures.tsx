/** Signature lines of a printed page, each with the name of its signer. */
export const Signatures = ({ lines }: { lines: readonly { label: string; name: string | null }[] }) => (
  <div className="hidden break-inside-avoid break-before-avoid grid-cols-2 gap-16 pt-8 text-center text-xs print:grid">
    {lines.map(({ label, name }) => (
      <div key={label} className="border-foreground border-t pt-1">
        <p>{label}</p>
        {name !== null && <p className="wrap-anywhere font-medium">{name}</p>}
      </div>
    ))}
  </div>
);
