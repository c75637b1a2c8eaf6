/**
 * codeFor reads the six-digit code that was mailed to the address from the mailbox of dev mode,
 * which is no part of the API.
 */
export async function codeFor(baseUrl: string, email: string): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${baseUrl}/dev/mail.json?to=${encodeURIComponent(email)}`)
    const mails = (await answer.json()) as { text: string }[]
    const code = mails[0]?.text.match(/\b\d{6}\b/)?.[0]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code was mailed to ${email}`)
}
