--
-- PostgreSQL database dump
--

\restrict u5K6rHcYgxcVTab8mqsiD23jIEbYb4wSp0FFcXig3JK7ik2nviuHEIHdcZucRqG

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Data for Name: players; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.players (id, name, status, last_update) FROM stdin;
1	Мира Тал	standard	2026-11-01 10:00:00
2	Jean-Météo O'Neil	managed	\N
\.


--
-- Data for Name: characters; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.characters (id, player_id, name, main, character_owner_hash) FROM stdin;
2112000001	1	Мира Тал	t	owner=
2112000002	1	Alt \\ Two	f	\N
2112000003	2	Jean-Météo O'Neil	t	owner2=
\.


--
-- Data for Name: esi_tokens; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.esi_tokens (id, character_id, eve_login_id, refresh_token, access_token) FROM stdin;
1	2112000001	1	refresh-1	\N
2	2112000003	1	refresh-3	
\.


--
-- Data for Name: eve_logins; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.eve_logins (id, name, esi_scopes) FROM stdin;
1	core.default	publicData esi-skills.read_skills.v1
\.


--
-- Data for Name: group_applications; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.group_applications (id, player_id, group_id, created, status) FROM stdin;
1	2	3	2026-11-02 10:00:00	pending
\.


--
-- Data for Name: groups_tbl; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.groups_tbl (id, name, description, visibility, auto_accept, is_default) FROM stdin;
3	Logi 🚀	First line; \\N is "no" null\nsecond\tline\r\n-- third	public	t	f
4	FC	\N	private	f	f
\.


--
-- Data for Name: player_group; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.player_group (player_id, group_id) FROM stdin;
1	3
2	4
\.


--
-- Name: esi_tokens_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.esi_tokens_id_seq', 2, true);


--
-- Name: group_applications_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.group_applications_id_seq', 1, true);


--
-- Name: players_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.players_id_seq', 2, true);


--
-- PostgreSQL database dump complete
--

\unrestrict u5K6rHcYgxcVTab8mqsiD23jIEbYb4wSp0FFcXig3JK7ik2nviuHEIHdcZucRqG

