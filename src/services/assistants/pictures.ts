import type { Organization } from '../contract/organizations.ts'

const isAbsolute = (url: string) => /^(http|data:)/.test(url)

/** S3.2: a relative path belongs to the API. */
export const pictureUrl = (apiBase: string, url: string | null): string | null =>
  url === null || isAbsolute(url) ? url : `${apiBase}/${url.replace(/^\/+/, '')}`

/** S3.3: with the time of its last change, or of this read, so that the old logo is not shown. */
export function logoUrl(
  apiBase: string,
  { logo_url, updated_at }: Pick<Organization, 'logo_url' | 'updated_at'>,
): string | null {
  const url = pictureUrl(apiBase, logo_url)
  if (url === null || logo_url === null || isAbsolute(logo_url)) return url
  return `${url}${url.includes('?') ? '&' : '?'}t=${Date.parse(updated_at) || Date.now()}`
}
