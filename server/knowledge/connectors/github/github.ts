import * as z from 'zod/mini'
import { FILE_BYTES_MAX } from '../../../../src/services/contract/documents.ts'
import { fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { hasTextByName } from '../../ingestion/sniff.ts'
import { type Content, connector, type Item, type OAuth } from '../connector.types.ts'
import { createServiceApi, remembered, type ServiceApi } from '../service-api.ts'
import { inAddress, shaped, unless } from '../service-http.ts'

const AT_ONCE = 100
/** Per repository, if its tree does not fit into one response. */
const TREES_MAX = 1_000
/** Status for an empty repository. */
const NO_COMMITS = 409

const List = z.array(z.unknown())
const Repository = z.object({ full_name: z.string().check(z.regex(/^(?!\.)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/)) })
const Details = z.object({
  default_branch: z.string(),
  has_issues: z.boolean(),
  visibility: z.optional(z.string()),
})
const Tree = z.object({ tree: List, truncated: z.boolean() })
const Sha = z.string().check(z.regex(/^[0-9a-f]{40,64}$/))
const Entry = z.object({ path: z.string(), type: z.string(), sha: Sha, size: z.optional(z.number()) })
const Comment = z.object({
  body: z.nullish(z.string()),
  user: z.nullish(z.object({ login: z.string() })),
  created_at: z.string(),
})
const Issue = z.extend(Comment, {
  number: z.int(),
  title: z.string(),
  state: z.string(),
  comments: z.int(),
  updated_at: z.string(),
  pull_request: z.optional(z.unknown()),
})
const Collaborator = z.object({
  login: z.string().check(z.regex(/^[\w.-]+(?:\[bot\])?$/)),
  permissions: z.optional(z.object({ pull: z.boolean() })),
})
/** The address shown on a profile, verified by GitHub; most profiles show none. */
const Profile = z.object({ email: z.nullish(z.string()) })

/** An Enterprise Server has its API below its own address. */
const hostsOf = (url: string) => {
  const { origin, host } = new URL(url)
  const isPublic = host === 'github.com'
  return { web: origin, api: isPublic ? 'https://api.github.com' : `${origin}/api/v3`, isPublic }
}

const listed = <Result extends z.ZodMiniType>(api: ServiceApi, path: string, result: Result) =>
  api.list(`${path}per_page=${AT_ONCE}`, List, result, (results, next) => ({ results, next }))

/** Trees too large to parse at once are read folder by folder. */
const unlessTooLarge = unless(({ reason }) => reason.code === 'page_too_large')
/** An empty repository has no tree. */
const unlessEmpty = unless(({ status }) => status === NO_COMMITS)

/** Files below a tree: all at once, or tree by tree if they exceed one response. */
async function* filesBelow(api: ServiceApi, trees: string, first: string) {
  const waiting = [{ tree: first, folder: '' }]
  for (let asked = 0; waiting.length > 0; asked++) {
    if (asked === TREES_MAX) throw fetchFailure('changed_shape')
    const { tree, folder } = waiting.shift()!
    const path = `${trees}/${encodeURIComponent(tree)}`
    const whole = await api.json(`${path}?recursive=1`, Tree).catch(unlessTooLarge)
    const found = whole?.truncated === false ? whole : await api.json(path, Tree)
    for (const one of found.tree) {
      const entry = shaped(Entry, one)
      if (entry.type === 'blob') yield { ...entry, path: folder + entry.path }
      else if (found !== whole && entry.type === 'tree')
        waiting.push({ tree: entry.sha, folder: `${folder}${entry.path}/` })
    }
  }
}

const said = ({ user, created_at, body }: z.output<typeof Comment>) =>
  `**${user?.login ?? 'ghost'}**, ${created_at.slice(0, 10)}:\n\n${body ?? ''}`

const issueText = async (api: ServiceApi, path: string): Promise<Content | null> => {
  const issue = await api.json(path, Issue)
  if (!issue.body && issue.comments === 0) return null
  const parts = [`#${issue.number} · ${issue.state}`, said(issue)]
  let size = issue.body?.length ?? 0
  if (issue.comments > 0)
    for await (const comment of listed(api, `${path}/comments?`, Comment)) {
      size += parts[parts.push(said(comment)) - 1]!.length
      if (size > FILE_BYTES_MAX) throw fetchFailure('page_too_large')
    }
  return { markdown: parts.join('\n\n') }
}

/** An OAuth app or a GitHub App, whose permissions replace the scope. */
const signIn = (url: string, client: string): OAuth => {
  const { web, api } = hostsOf(url)
  return {
    issuer: `${web}/login/oauth`,
    authorize: `${web}/login/oauth/authorize`,
    token: `${web}/login/oauth/access_token`,
    revoke: `${api}/applications/${encodeURIComponent(client)}/grant`,
    revokes: 'grant',
    scopes: ['repo'],
  }
}

/** Files of the default branch, and issues, of repositories, by the REST API: https://docs.github.com/rest */
export const github = connector({
  name: 'GitHub',
  fields: {
    url: { input: 'url', label: 'field.address', hint: 'github.address.hint', preset: 'https://github.com' },
    token: { input: 'secret', label: 'field.token', hint: 'github.token.hint', way: 'token' },
  },
  choices: 'choices.repositories',
  hidesAddresses: true,
  oauth: signIn,
  connect({ url, token }, http) {
    const { web, api: root, isPublic } = hostsOf(url)
    const api = createServiceApi(http, root, {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    })
    const open = new Set<string>()
    const addressOf = remembered(async (login) => (await api.json(`/users/${login}`, Profile)).email ?? '')
    /** People with direct, team or organization access; only accounts with write access can list them. */
    const collaboratorsOf = remembered(async (repository) => {
      const people: string[] = []
      const path = `/repos/${repository}/collaborators?affiliation=all&`
      for await (const { login, permissions } of listed(api, path, Collaborator))
        if (permissions?.pull !== false) people.push(await addressOf(encodeURIComponent(login)))
      return people.filter((address) => address !== '')
    })

    async function* filesOf(repository: string, branch: string): AsyncGenerator<Item> {
      for await (const { path, sha, size = 0 } of filesBelow(api, `/repos/${repository}/git/trees`, branch))
        if (hasTextByName(path))
          yield {
            key: `${repository}:${path}`,
            url: `${web}/${repository}/blob/${inAddress(branch)}/${inAddress(path)}`,
            title: path,
            mark: sha,
            modifiedAt: null,
            size,
          }
    }

    async function* issuesOf(repository: string): AsyncGenerator<Item> {
      for await (const issue of listed(api, `/repos/${repository}/issues?state=all&`, Issue))
        if (issue.pull_request === undefined)
          yield {
            key: `${repository}#${issue.number}`,
            url: `${web}/${repository}/issues/${issue.number}`,
            title: issue.title,
            mark: issue.updated_at,
            modifiedAt: issue.updated_at,
          }
    }

    return {
      async *choices() {
        for await (const { full_name } of listed(api, '/user/repos?sort=full_name&', Repository))
          yield { id: full_name, name: full_name }
      },

      async *items(repositories) {
        for (const one of repositories) {
          const { full_name: repository } = shaped(Repository, { full_name: one })
          const { default_branch, has_issues, visibility } = await api.json(`/repos/${repository}`, Details)
          if (visibility === 'public') open.add(repository)
          try {
            yield* filesOf(repository, default_branch)
          } catch (error) {
            unlessEmpty(error)
          }
          if (has_issues) yield* issuesOf(repository)
        }
      },

      async read({ key, mark }) {
        const [, repository, number] = /^([^:#]+)#(\d+)$/.exec(key) ?? []
        if (repository && number) return issueText(api, `/repos/${repository}/issues/${number}`)
        const accept = 'application/vnd.github.raw+json'
        return { file: await api.bytes(`/repos/${key.split(':')[0]}/git/blobs/${mark}`, { accept }) }
      },

      async readers({ key }) {
        const repository = key.split(/[:#]/)[0]!
        // Public content of an Enterprise Server is public only to people who log in there.
        return open.has(repository) && isPublic ? 'anyone' : { people: await collaboratorsOf(repository) }
      },
    }
  },
})
