import * as z from 'zod/mini'
import { FILE_BYTES_MAX } from '../../../../src/services/contract/documents.ts'
import { FetchFailure, fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { connector } from '../connector.types.ts'
import { followed, type ServiceHttp, shaped } from '../service-http.ts'
import { isListItem, markdownOf, plainOf, propertyText, Typed } from './markdown.ts'

const AT_ONCE = 100
/** How deep blocks lie in blocks. */
const DEPTH_MAX = 10
/** Requests for the blocks of one page. */
const ASKED_MAX = 500
const NAME_MAX = 200
/** A change is noted to the minute: what was changed just now may change again without another mark. */
const SETTLED = 2 * 60_000 // ms

const Id = z.string().check(z.regex(/^[0-9a-f-]{32,36}$/))
const Parent = z.object({
  page_id: z.optional(Id),
  database_id: z.optional(Id),
  block_id: z.optional(Id),
})
const Found = z.object({
  object: z.string(),
  id: Id,
  parent: Parent,
  last_edited_time: z.string(),
  in_trash: z.optional(z.boolean()),
  title: z.optional(z.unknown()),
  properties: z.optional(z.record(z.string(), Typed)),
})
type Found = z.output<typeof Found>
const List = z.object({ results: z.array(z.unknown()), next_cursor: z.nullish(z.string()) })
const Block = z.looseObject({ id: Id, type: z.string(), has_children: z.boolean() })
const Contained = z.object({ parent: Parent })

const above = ({ page_id, database_id, block_id }: z.output<typeof Parent>) =>
  page_id ?? database_id ?? block_id ?? null

const titleOf = ({ title, properties = {} }: Found) => {
  const named = Object.values(properties).find(({ type }) => type === 'title')
  // A database has a title of its own; its properties say what those of its entries are.
  return plainOf(title ?? named?.title).slice(0, NAME_MAX) || 'Untitled'
}

/** REST API: https://developers.notion.com/reference */
const serviceAt = (url: string, token: string, http: ServiceHttp) => {
  const root = `${new URL(url).origin}/v1`
  const headers = { authorization: `Bearer ${token}`, 'notion-version': '2022-06-28' }
  const get = <Schema extends z.ZodMiniType>(path: string, schema: Schema) =>
    http.json(root + path, schema, headers)
  const nextOf = ({ next_cursor }: z.output<typeof List>) => next_cursor

  /** The page or the database in which a block lies, where it is one that the token sees. */
  const placeOf = async (block: string, seen: ReadonlyMap<string, Found>) => {
    let at: string | null = block
    for (let depth = 0; at !== null && !seen.has(at) && depth < DEPTH_MAX; depth++) {
      const { parent }: z.output<typeof Contained> = await get(`/blocks/${at}`, Contained)
      at = above(parent)
    }
    return at
  }

  return {
    get,

    /** Every page and database that the token sees, and in which of them each lies. */
    async everything() {
      const seen = new Map<string, Found>()
      const ask = (at: string) =>
        http.post(`${root}/search`, List, headers, { page_size: AT_ONCE, ...(at && { start_cursor: at }) })
      for await (const { results } of followed('', ask, nextOf))
        for (const one of results) {
          const found = shaped(Found, one)
          if (!found.in_trash) seen.set(found.id, found)
        }
      const places = new Map<string, string | null>()
      for (const { id, parent } of seen.values()) {
        const { block_id } = parent
        const place = block_id
          ? await placeOf(block_id, seen).catch((error: unknown) => {
              if (error instanceof FetchFailure && error.status === 404) return null
              throw error
            })
          : above(parent)
        places.set(id, place !== null && seen.has(place) ? place : null)
      }
      return { seen, places }
    },

    /** What is written on a page, as Markdown. @throws FetchFailure `page_too_large` */
    async text(page: string) {
      let asked = 0
      let size = 0
      const blocksIn = async (id: string, indent: string, depth: number): Promise<string[]> => {
        const parts: string[] = []
        const ask = (at: string) => {
          if (++asked > ASKED_MAX) throw fetchFailure('page_too_large')
          const from = at && `&start_cursor=${encodeURIComponent(at)}`
          return get(`/blocks/${id}/children?page_size=${AT_ONCE}${from}`, List)
        }
        for await (const { results } of followed('', async (at) => ask(at), nextOf))
          for (const one of results) {
            const block = shaped(Block, one)
            const own = markdownOf(block)
            size += own.length
            if (size > FILE_BYTES_MAX) throw fetchFailure('page_too_large')
            if (own !== '') parts.push(indent + own.replaceAll('\n', `\n${indent}`))
            if (!block.has_children || depth === DEPTH_MAX || block.type.startsWith('child_')) continue
            const inner = await blocksIn(block.id, isListItem(block) ? `${indent}  ` : indent, depth + 1)
            if (block.type !== 'table') parts.push(...inner)
            else if (inner.length > 0) {
              const [head = '', ...rows] = inner
              const line = `${indent}|${' --- |'.repeat(head.split(/(?<!\\) \| /).length)}`
              parts.push([head, line, ...rows].join('\n'))
            }
          }
        return parts
      }
      return (await blocksIn(page, '', 0)).join('\n\n')
    },
  }
}

/** Pages, and entries of databases, that an integration of Notion was given. */
export const notion = connector({
  name: 'Notion',
  fields: {
    url: { input: 'url', label: 'field.address', preset: 'https://api.notion.com' },
    token: { input: 'secret', label: 'notion.token', hint: 'notion.token.hint' },
  },
  choices: 'choices.pages',
  connect({ url, token }, http) {
    const service = serviceAt(url, token, http)
    return {
      async *choices() {
        const { seen, places } = await service.everything()
        for (const [id, found] of seen) if (places.get(id) === null) yield { id, name: titleOf(found) }
      },

      async *items(choices) {
        const { seen, places } = await service.everything()
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

      async read({ key, title }) {
        const { properties = {} } = await service.get(`/pages/${key}`, Found)
        const told = Object.entries(properties).flatMap(([name, property]) => {
          const text = property.type === 'title' ? '' : propertyText(property)
          return text === '' ? [] : `${name}: ${text}`
        })
        const text = await service.text(key)
        if (text === '' && told.length === 0) return null
        const body = [`# ${title}`, ...told, text].join('\n\n')
        return { body: Buffer.from(body), contentType: 'text/markdown' }
      },

      // Its API names nobody whom a page is shared with.
      readers: null,
    }
  },
})
