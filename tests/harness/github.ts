import { createHash } from 'node:crypto'
import { createOAuthServer } from './oauth.ts'
import { startService, TOKEN } from './service.ts'

type File = { path: string; text: string; sha: string }
type Issue = { number: number; title: string; body: string; comments: string[]; version: number }
type Repository = {
  files: Map<string, File>
  issues: Map<number, Issue>
  /** Addresses of its collaborators, which also name them; null if the account cannot list them. */
  collaborators: string[] | null
}

/** The credentials that people create at GitHub for the server. */
export const CLIENT = { client_id: 'Iv1.of-the-tests', client_secret: 'a-secret-of-github' }
const NAMES = ['acme/help', 'acme/sales', 'ann/notes']

const shaOf = (text: string) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')

/**
 * GitHub Enterprise Server (REST API 2022-11-28), as its public reference describes it; lists come in pages of two,
 * whatever limit is requested.
 */
export const startGithub = async () => {
  const repositories = new Map<string, Repository>()
  const changes = { isTruncated: false }
  const clear = () => {
    for (const name of NAMES)
      repositories.set(name, { files: new Map(), issues: new Map(), collaborators: ['ann@example.test'] })
  }
  clear()

  /** The entries of a folder, or everything below it. */
  const treeOf = ({ files }: Repository, folder: string, isRecursive: boolean) => {
    const below = [...files.values()].filter(({ path }) => path.startsWith(folder))
    const blob = ({ path, sha, text }: File) => ({
      path: path.slice(folder.length),
      type: 'blob',
      sha,
      size: Buffer.byteLength(text),
    })
    if (isRecursive) return below.map(blob)
    const isHere = ({ path }: File) => !path.slice(folder.length).includes('/')
    const folders = new Set(
      below.flatMap((file) => (isHere(file) ? [] : [file.path.slice(folder.length).split('/')[0]!])),
    )
    return [
      ...below.filter(isHere).map(blob),
      ...[...folders].map((path) => ({ path, type: 'tree', sha: shaOf(`${folder}${path}/`) })),
    ]
  }
  const folderOf = ({ files }: Repository, sha: string) => {
    const folders = [...files.keys()].flatMap((path) =>
      path.split('/').map((_, at, parts) =>
        parts
          .slice(0, at)
          .map((part) => `${part}/`)
          .join(''),
      ),
    )
    return folders.find((folder) => shaOf(folder) === sha)
  }
  const presentIssue = ({ number, title, body, comments, version }: Issue) => ({
    number,
    title,
    body,
    state: 'open',
    user: { login: 'ann' },
    comments: comments.length,
    created_at: '2026-01-31T12:00:00Z',
    updated_at: new Date(Date.UTC(2026, 0, 31, 12, version)).toISOString(),
  })

  const oauth = createOAuthServer(
    {
      client: CLIENT,
      authorize: '/login/oauth/authorize',
      token: '/login/oauth/access_token',
      revoke: `/api/v3/applications/${CLIENT.client_id}/grant`,
      asked: { scope: 'repo' },
      prefixes: { access: 'ghu_', refresh: 'ghr_', code: 'code_' },
      rotates: true,
      expiresIn: 28_800,
      refusesWith: 200,
      revokes: 'grant',
    },
    () => service.state.isRefused,
  )
  const service = await startService(
    async (exchange) => {
      const { request, url, send, response } = exchange
      if (await oauth.answer(exchange)) return
      const missing = () => send({ message: 'Not Found' }, 404)
      const paged = (results: unknown[]) => {
        const page = Number(url.searchParams.get('page') ?? 1)
        const next = new URL(url)
        next.host = request.headers.host!
        next.searchParams.set('page', String(page + 1))
        const link = page * 2 < results.length ? { link: `<${next}>; rel="next", <${next}>; rel="last"` } : {}
        send(results.slice(page * 2 - 2, page * 2), 200, link as Record<string, string>)
      }
      const { authorization } = request.headers
      const isLetIn = authorization === `Bearer ${TOKEN}` || oauth.isGiven(authorization)
      if (service.state.isRefused || !isLetIn || !request.headers['user-agent'])
        return send({ message: 'Bad credentials' }, 401)
      if (!url.pathname.startsWith('/api/v3/')) return missing()
      const path = url.pathname.slice('/api/v3'.length)
      if (path === '/user/repos') return paged(NAMES.map((full_name) => ({ full_name })))
      const [, login] = /^\/users\/(.+)$/.exec(path) ?? []
      // Some show no address.
      if (login) return send({ login, email: login.startsWith('shy') ? null : login.replace('_at_', '@') })
      const [, name = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(path) ?? []
      const repository = repositories.get(name)
      if (!repository) return missing()
      const { files, issues } = repository
      if (rest === '')
        return send({ full_name: name, default_branch: 'main', has_issues: true, visibility: 'private' })
      if (rest === '/collaborators') {
        if (repository.collaborators === null) return send({ message: 'Must have push access' }, 403)
        const logins = ['shy', ...repository.collaborators.map((address) => address.replace('@', '_at_'))]
        return paged(logins.map((login) => ({ login, permissions: { pull: true } })))
      }
      if (rest === '/issues') {
        const pull = {
          ...presentIssue({ number: 999, title: 'A pull request', body: '', comments: [], version: 1 }),
          pull_request: {},
        }
        return paged([pull, ...[...issues.values()].map(presentIssue)])
      }
      const [, number] = /^\/issues\/(\d+)$/.exec(rest) ?? []
      const issue = issues.get(Number(number))
      if (issue) return send(presentIssue(issue))
      const [, commented] = /^\/issues\/(\d+)\/comments$/.exec(rest) ?? []
      const { comments = [] } = issues.get(Number(commented)) ?? {}
      if (commented)
        return paged(comments.map((body) => ({ body, user: null, created_at: '2026-02-01T12:00:00Z' })))
      const [, tree] = /^\/git\/trees\/(\w+)$/.exec(rest) ?? []
      if (tree) {
        if (files.size === 0) return send({ message: 'Git Repository is empty.' }, 409)
        const folder = tree === 'main' ? '' : folderOf(repository, tree)
        if (folder === undefined) return missing()
        const isRecursive = url.searchParams.get('recursive') === '1'
        const isCut = isRecursive && changes.isTruncated && folder === ''
        return send({
          tree: isCut ? [] : treeOf(repository, folder, isRecursive),
          truncated: isCut,
        })
      }
      const [, sha] = /^\/git\/blobs\/(\w+)$/.exec(rest) ?? []
      const file = [...files.values()].find((one) => one.sha === sha)
      if (!file) return missing()
      response.writeHead(200, { 'content-type': 'application/vnd.github.raw+json' }).end(file.text)
    },
    ({ pathname }) => /\/git\/blobs\/|\/issues\/\d+$/.test(pathname),
    (retryAfter) => ({
      status: 403,
      headers: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + Number(retryAfter)),
      },
    }),
  )
  const at = (choice: number) => repositories.get(NAMES[choice]!)!
  const web = `http://github.test:${service.port}`
  return {
    ...service,
    ...oauth,
    changes,
    url: web,
    share: (collaborators: string[] | null) => void Object.assign(at(0), { collaborators }),
    choices: NAMES.map((name) => ({ id: name, name })),
    clear,
    writeFile: (path: string, text: string, choice = 0) =>
      void at(choice).files.set(path, { path, text, sha: shaOf(text) }),
    removeFile: (path: string) => void at(0).files.delete(path),
    addressOfFile: (path: string) =>
      `${web}/${NAMES[0]}/blob/main/${path.split('/').map(encodeURIComponent).join('/')}`,
    /** Text too long for an issue continues in its comments. */
    writeIssue: (number: number, title: string, text: string, choice = 0) => {
      const [body = '', ...comments] = text.match(/.{1,65536}/gs) ?? []
      const version = (at(choice).issues.get(number)?.version ?? 0) + 1
      at(choice).issues.set(number, { number, title, body, comments, version })
    },
    removeIssue: (number: number) => void at(0).issues.delete(number),
    addressOfIssue: (number: number) => `${web}/${NAMES[0]}/issues/${number}`,
  }
}
