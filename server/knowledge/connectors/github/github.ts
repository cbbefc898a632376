import * as z from 'zod/mini'
import { FILE_BYTES_MAX } from '../../../../src/services/contract/documents.ts'
import { FetchFailure, fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { mayBeRead } from '../../ingestion/sniff.ts'
import { type Content, connector, type Item } from '../connector.types.ts'
import { shaped } from '../service-http.ts'
import { createCollaborators } from './collaborators.ts'
import { AT_ONCE, List, listed, PUBLIC_API, type Service, serviceAt } from './service.ts'

/** Of one repository, where the tree does not fit into one answer. */
const TREES_MAX = 1_000
const IMAGE = /\.(?:png|jpe?g|webp|tiff?)$/i
/** A repository that is empty. */
const NO_COMMITS = 409

const Repository = z.object({ full_name: z.string().check(z.regex(/^(?!\.)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/)) })
const Details = z.object({
  default_branch: z.string(),
  has_issues: z.boolean(),
  visibility: z.optional(z.string()),
})
const Tree = z.object({ tree: List, truncated: z.boolean() })
const Sha = z.string().check(z.regex(/^[0-9a-f]{40,64}$/))
const Entry = z.object({ path: z.string(), type: z.string(), sha: Sha, size: z.optional(z.number()) })
const Author = z.nullish(z.object({ login: z.string() }))
const Issue = z.object({
  number: z.int(),
  title: z.string(),
  body: z.nullish(z.string()),
  state: z.string(),
  user: Author,
  comments: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  pull_request: z.optional(z.unknown()),
})
const Comment = z.object({ body: z.nullish(z.string()), user: Author, created_at: z.string() })

type Found = { path: string; sha: string; size: number }

const inPath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const unless = (isExpected: (failure: FetchFailure) => boolean) => (error: unknown) => {
  if (!(error instanceof FetchFailure) || !isExpected(error)) throw error
}
/** More than is parsed at one go is read folder by folder. */
const unlessTooLarge = unless(({ reason }) => reason.code === 'page_too_large')
/** An empty repository has no tree. */
const unlessEmpty = unless(({ status }) => status === NO_COMMITS)

/** The files below a tree: all at once, or tree by tree where they are too many for one answer. */
async function* filesBelow(
  { http, api, headers }: Service,
  trees: string,
  first: string,
): AsyncGenerator<Found> {
  const waiting = [{ tree: first, folder: '' }]
  for (let asked = 0; waiting.length > 0; asked++) {
    if (asked === TREES_MAX) throw fetchFailure('changed_shape')
    const { tree, folder } = waiting.shift()!
    const address = `${api}${trees}/${encodeURIComponent(tree)}`
    const whole = await http.json(`${address}?recursive=1`, Tree, headers).catch(unlessTooLarge)
    const found = whole?.truncated === false ? whole : await http.json(address, Tree, headers)
    for (const one of found.tree) {
      const { path, type, sha, size = 0 } = shaped(Entry, one)
      if (type === 'blob') yield { path: folder + path, sha, size }
      else if (found !== whole && type === 'tree') waiting.push({ tree: sha, folder: `${folder}${path}/` })
    }
  }
}

async function* filesOf(service: Service, repository: string, branch: string): AsyncGenerator<Item> {
  try {
    for await (const { path, sha, size } of filesBelow(service, `/repos/${repository}/git/trees`, branch))
      if (mayBeRead(path) && !IMAGE.test(path))
        yield {
          key: `${repository}:${path}`,
          url: `${service.web}/${repository}/blob/${inPath(branch)}/${inPath(path)}`,
          title: path,
          mark: sha,
          modifiedAt: null,
          size,
        }
  } catch (error) {
    unlessEmpty(error)
  }
}

async function* issuesOf(service: Service, repository: string): AsyncGenerator<Item> {
  const path = `/repos/${repository}/issues?state=all&per_page=${AT_ONCE}`
  for await (const { number, title, updated_at, pull_request } of listed(service, path, Issue))
    if (pull_request === undefined)
      yield {
        key: `${repository}#${number}`,
        url: `${service.web}/${repository}/issues/${number}`,
        title,
        mark: updated_at,
        modifiedAt: updated_at,
      }
}

const said = ({ user, created_at, body }: z.output<typeof Comment>) =>
  `**${user?.login ?? 'ghost'}**, ${created_at.slice(0, 10)}:\n\n${body ?? ''}`

async function issueText(service: Service, repository: string, number: string): Promise<Content | null> {
  const { http, api, headers } = service
  const path = `/repos/${repository}/issues/${number}`
  const issue = await http.json(api + path, Issue, headers)
  if (!issue.body && issue.comments === 0) return null
  const parts = [`# ${issue.title}`, `#${number} · ${issue.state}`, said(issue)]
  let size = issue.body?.length ?? 0
  if (issue.comments > 0)
    for await (const comment of listed(service, `${path}/comments?per_page=${AT_ONCE}`, Comment)) {
      size += parts[parts.push(said(comment)) - 1]!.length
      if (size > FILE_BYTES_MAX) throw fetchFailure('page_too_large')
    }
  return { body: Buffer.from(parts.join('\n\n')), contentType: 'text/markdown' }
}

/** The files of the default branch and the issues of repositories, at github.com or at an Enterprise Server. */
export const github = connector({
  name: 'GitHub',
  fields: {
    url: {
      input: 'url',
      label: 'field.address',
      hint: 'github.address.hint',
      preset: 'https://github.com',
    },
    token: { input: 'secret', label: 'field.token', hint: 'github.token.hint' },
  },
  choices: 'choices.repositories',
  connect({ url, token }, http) {
    const service = serviceAt(url, token, http)
    const open = new Set<string>()
    const collaboratorsOf = createCollaborators(service)
    return {
      async *choices() {
        const path = `/user/repos?sort=full_name&per_page=${AT_ONCE}`
        for await (const { full_name } of listed(service, path, Repository))
          yield { id: full_name, name: full_name }
      },

      async *items(repositories) {
        for (const one of repositories) {
          const { full_name: repository } = shaped(Repository, { full_name: one })
          const { api, headers } = service
          const { default_branch, has_issues, visibility } = await http.json(
            `${api}/repos/${repository}`,
            Details,
            headers,
          )
          if (visibility === 'public') open.add(repository)
          yield* filesOf(service, repository, default_branch)
          if (has_issues) yield* issuesOf(service, repository)
        }
      },

      async read({ key, mark, size }) {
        const [, repository, number] = /^([^:#]+)#(\d+)$/.exec(key) ?? []
        if (repository && number) return issueText(service, repository, number)
        if (size === 0) return null
        const { body } = await http.send(`${service.api}/repos/${key.split(':')[0]}/git/blobs/${mark}`, {
          headers: { ...service.headers, accept: 'application/vnd.github.raw+json' },
        })
        return { body, contentType: 'application/octet-stream' }
      },

      async readers({ key }) {
        const repository = key.split(/[:#]/)[0]!
        // What is public at an Enterprise Server is so for those alone who log in there.
        const isOpen = open.has(repository) && service.api === PUBLIC_API
        return isOpen ? 'anyone' : { people: await collaboratorsOf(repository) }
      },
    }
  },
})
