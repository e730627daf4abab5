/** What people call it, and below the value that programs know it by. */
export function NameAndKey({ name, value }: { name: string | null; value: string }) {
  return (
    <>
      {name !== null && <span className="wrap-anywhere block text-sm">{name}</span>}
      <span className="wrap-anywhere block font-mono text-muted-foreground text-xs">{value}</span>
    </>
  );
}
