import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { type Person, sqlAny } from './person.ts'

/** Rows whose text contains one of their addresses, not as a part of a longer one. */
export const mentions = (text: SQL, { emails }: Person) => {
  const whole = emails.map((email) => {
    const literal = email.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
    return `(?<![[:alnum:].+_@-])${literal}(?![[:alnum:]-]|\\.[[:alnum:]])`
  })
  return sql`lower(${text}) ~ ${sqlAny(whole, 'text')}`
}

/** With what is written before it without a space. */
const WITH_ADDRESS = '[^[:space:]@]{1,64}@(?:[^[:space:][:punct:]]|[.-])+'
/** Where one can begin: `EMAIL_PATTERN` refuses the other characters. */
const START = /(?<![\p{L}\p{N}.+_@-])(?=[^\s@<>()[\],;:"\\])/gu

/** All that can be an address in these texts, in lower case, and each once: any that `mentions` would find. */
export async function* addressesIn(db: Db, texts: readonly SQL[]): AsyncGenerator<string> {
  const { rows } = await db.execute<{ words: string }>(sql`
    select distinct rtrim((regexp_matches(lower(t.text), ${WITH_ADDRESS}, 'g'))[1], '.') as words
    from (${sql.join([...texts], sql` union all `)}) t(text)`)
  const found = new Set<string>()
  for (const { words } of rows) {
    for (const { index } of words.matchAll(START)) {
      const address = words.slice(index)
      if (found.has(address)) continue
      found.add(address)
      yield address
    }
  }
}
