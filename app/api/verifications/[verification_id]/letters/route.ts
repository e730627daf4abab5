export { getLetters as GET, postLetters as POST } from "#lib/server/handlers/letters.ts";
