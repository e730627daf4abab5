export { getLetters as GET, postLetters as POST } from "#lib/server/letters/handlers.ts";
