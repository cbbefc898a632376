import createClient from 'openapi-fetch'

/** @type {import('./index.d.ts').createLectern} */
export const createLectern = ({ baseUrl, apiKey, ...options }) =>
  createClient({
    ...options,
    baseUrl: baseUrl.replace(/\/$/, ''),
    headers: { ...options.headers, authorization: `Bearer ${apiKey}` },
  })
