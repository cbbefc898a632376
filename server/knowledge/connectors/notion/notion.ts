import * as z from 'zod/mini'
import { cut } from '../../../../src/services/contract/common.ts'
import { FILE_BYTES_MAX } from '../../../../src/services/contract/documents.ts'
import { MINUTE } from '../../../kernel/durations.ts'
import { fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { connector, type OAuth } from '../connector.types.ts'
import { createServiceApi, type ServiceApi } from '../service-api.ts'
import { listed, unless } from '../service-http.ts'

const AT_ONCE = 100
/** Maximum nesting of blocks. */
const DEPTH_MAX = 10
/** Requests for the text of one page. */
const ASKED_MAX = 100
const NAME_MAX = 200
/** Changes are recorded to the minute: very recent ones may be followed by another with the same mark. */
const SETTLED = 2 * MINUTE
/** Databases are listed by the first version, text is read by the second. */
const [VERSION, TEXT_VERSION] = ['2022-06-28', '2026-03-11']
/** Content without a Markdown form, read separately or part of another page. */
const NO_TEXT = /<(?:unknown|empty-block)[^<>]{0,2000}>/g

const Id = z.string().check(z.regex(/^[0-9a-f-]{32,36}$/))
const Parent = z.object({
  page_id: z.optional(Id),
  database_id: z.optional(Id),
  block_id: z.optional(Id),
})
/** Its value is in a property named after its type. */
const Property = z.looseObject({ type: z.string() })
const Found = z.object({
  object: z.string(),
  id: Id,
  parent: Parent,
  last_edited_time: z.string(),
  in_trash: z.optional(z.boolean()),
  title: z.optional(z.unknown()),
  properties: z.optional(z.record(z.string(), Property)),
})
type Found = z.output<typeof Found>
const List = z.object({ results: z.array(z.unknown()), next_cursor: z.nullish(z.string()) })
const Contained = z.object({ parent: Parent })
const Text = z.object({ markdown: z.string(), truncated: z.boolean(), unknown_block_ids: z.array(Id) })
const RichText = z.array(z.object({ plain_text: z.string() }))
const Named = z.object({ name: z.string() })
const Range = z.object({ start: z.string(), end: z.nullish(z.string()) })

const above = ({ page_id, database_id, block_id }: z.output<typeof Parent>) =>
  page_id ?? database_id ?? block_id ?? null

const plainOf = (value: unknown) => {
  const { data = [] } = RichText.safeParse(value)
  return data.map(({ plain_text }) => plain_text).join('')
}

/** A property as text; '' for kinds without text, such as a relation. */
const propertyText = (property: z.output<typeof Property>): string => {
  const value = property[property.type]
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value)
  const range = Range.safeParse(value)
  if (range.success) return [range.data.start, range.data.end].filter(Boolean).join(' – ')
  const names = z.array(Named).safeParse([value].flat())
  return names.success ? names.data.map(({ name }) => name).join(', ') : plainOf(value)
}

const titleOf = ({ title, properties = {} }: Found) => {
  const named = Object.values(properties).find(({ type }) => type === 'title')
  // A database has its own title; its properties describe its entries.
  return cut(plainOf(title ?? named?.title), NAME_MAX) || 'Untitled'
}

/** Content not shared with the integration looks like missing content. */
const unlessUnseen = unless(({ status }) => status === 404)

/** The page or database that contains a block, if the token sees it. */
const placeOf = async (api: ServiceApi, block: string, seen: ReadonlyMap<string, Found>) => {
  let at: string | null = block
  for (let depth = 0; at !== null && !seen.has(at) && depth < DEPTH_MAX; depth++) {
    const { parent }: z.output<typeof Contained> = await api.json(`/blocks/${at}`, Contained)
    at = above(parent)
  }
  return at
}

/** All pages and databases that the token sees, and their parents. */
const everything = async (api: ServiceApi) => {
  const seen = new Map<string, Found>()
  const ask = (at: string) =>
    api.post('/search', List, { page_size: AT_ONCE, ...(at && { start_cursor: at }) })
  const all = listed(Found, '', ask, ({ results, next_cursor: next }) => ({ results, next }))
  for await (const found of all) if (!found.in_trash) seen.set(found.id, found)
  const places = new Map<string, string | null>()
  for (const { id, parent } of seen.values()) {
    const { block_id } = parent
    const place = block_id ? await placeOf(api, block_id, seen).catch(unlessUnseen) : above(parent)
    places.set(id, place && seen.has(place) ? place : null)
  }
  return { seen, places }
}

/** A page as Markdown from Notion; a long one part by part. */
const textOf = async (api: ServiceApi, page: string) => {
  const parts: string[] = []
  const waiting = new Set([page])
  let size = 0
  for (const id of waiting) {
    if (parts.length === ASKED_MAX) throw fetchFailure('page_too_large')
    const asked = api.json(`/pages/${id}/markdown`, Text, { 'notion-version': TEXT_VERSION })
    const text = await (id === page ? asked : asked.catch(unlessUnseen))
    parts.push(text?.markdown.replaceAll(NO_TEXT, '').trim() ?? '')
    size += parts.at(-1)!.length
    if (size > FILE_BYTES_MAX) throw fetchFailure('page_too_large')
    if (text?.truncated) for (const block of text.unknown_block_ids) waiting.add(block)
  }
  return parts.filter(Boolean).join('\n\n')
}

/** A public integration: https://developers.notion.com/guides/get-started/authorization */
const signIn = (url: string): OAuth => {
  const root = `${new URL(url).origin}/v1/oauth`
  return {
    issuer: root,
    authorize: `${root}/authorize`,
    token: `${root}/token`,
    revoke: `${root}/revoke`,
    revokes: 'access',
    parameters: { owner: 'user' },
    client: 'basic',
    hasNoPkce: true,
  }
}

/** Pages and database entries shared with a Notion integration: https://developers.notion.com/reference */
export const notion = connector({
  name: 'Notion',
  fields: {
    url: { input: 'url', label: 'field.address', preset: 'https://api.notion.com' },
    token: { input: 'secret', label: 'notion.token', hint: 'notion.token.hint', way: 'token' },
  },
  choices: 'choices.pages',
  oauth: signIn,
  connect({ url, token }, http) {
    const headers = { authorization: `Bearer ${token}`, 'notion-version': VERSION }
    const api = createServiceApi(http, `${new URL(url).origin}/v1`, headers)
    return {
      async *choices() {
        const { seen, places } = await everything(api)
        for (const [id, found] of seen) if (places.get(id) === null) yield { id, name: titleOf(found) }
      },

      async *items(choices) {
        const { seen, places } = await everything(api)
        const isChosen = (id: string) => {
          const passed = new Set<string>()
          for (let at: string | null = id; at !== null && !passed.has(at); at = places.get(at) ?? null) {
            if (choices.includes(at)) return true
            passed.add(at)
          }
          return false
        }
        for (const [id, found] of seen) {
          if (found.object !== 'page' || !isChosen(id)) continue
          const { last_edited_time: modifiedAt } = found
          const isSettled = Date.now() - Date.parse(modifiedAt) > SETTLED
          yield {
            key: id,
            url: `https://www.notion.so/${id.replaceAll('-', '')}`,
            title: titleOf(found),
            mark: isSettled ? modifiedAt : `${modifiedAt} unsettled`,
            modifiedAt,
          }
        }
      },

      async read({ key }) {
        const { properties = {} } = await api.json(`/pages/${key}`, Found)
        const told = Object.entries(properties).flatMap(([name, property]) => {
          const text = property.type === 'title' ? '' : propertyText(property)
          return text === '' ? [] : `${name}: ${text}`
        })
        return { markdown: [...told, await textOf(api, key)].join('\n\n') }
      },

      // Its API does not reveal whom a page is shared with.
      readers: null,
    }
  },
})
