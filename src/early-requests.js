// The build inlines this script: it requests the data of the first screen while the app is still loading, if someone is
// signed in. src/services/http/early.ts takes the answers. The token is only sent to the API (S7.31), so the script
// waits for the configuration, which has the API's address.
const askEarly = () => {
  const base = String(window.LECTERN_CONFIG?.apiBase ?? '').replace(/\/+$/, '')
  const read = (key) => localStorage.getItem(key)
  const token = read('token')
  const organization = read('currentOrganization')
  const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')
  const expires = JSON.parse(atob(payload)).exp * 1000 + Number(read('tokenClockOffset') ?? 0)
  // A token that expires soon is renewed first, by the session.
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
    // No one is signed in, or storage is blocked.
  }
}
