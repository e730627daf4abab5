/** Next runs this once, before the process serves anything. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { tellPeers } = await import("#lib/server/access/peers.ts");
    tellPeers();
  }
}
