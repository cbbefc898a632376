// Put into the page by the build: what the first screen of somebody who is signed in shows is asked for while the app
// is still being loaded. src/services/http/early.ts takes the answers. The token is sent to the API alone (S7.31), so
// this waits for the configuration that says where the API is.
const askEarly = () => {
  const base = String(window.LECTERN_CONFIG?.apiBase ?? '').replace(/\/+$/, '')
  const read = (key) => localStorage.getItem(key)
  const token = read('token')
  const organization = read('currentOrganization')
  const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
  const expires = JSON.parse(atob(payload)).exp * 1000 + Number(read('tokenClockOffset') ?? 0)
  // One that is about to end is renewed first, which is the session's business.
  if (expires - Date.now() > 300000) {
    const paths = ['/api/v1/organizations', '/api/v1/users/me']
    if (organization && ['/', '/integrations'].includes(location.pathname))
      paths.push(`/api/v1/organizations/${encodeURIComponent(organization)}/integrations`)
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    window.earlyAnswers = new Map(
      paths.map((path) => {
        const answer = fetch(base + path, { headers })
        // The app handles the failure when it takes the answer.
        answer.catch(() => undefined)
        return [path, { authorization: headers.authorization, answer }]
      }),
    )
  }
}
document.querySelector('script[src="/config.js"]').onload = () => {
  try {
    askEarly()
  } catch {
    // Nobody is signed in, or storage is blocked.
  }
}
