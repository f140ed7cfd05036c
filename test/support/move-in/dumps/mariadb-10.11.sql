/*M!999999\- enable the sandbox mode */ 
-- MariaDB dump 10.19  Distrib 10.11.18-MariaDB, for debian-linux-gnu (x86_64)
--
-- Host: localhost    Database: neucore
-- ------------------------------------------------------
-- Server version	10.11.18-MariaDB-0+deb12u1

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */;
/*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */;
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;

--
-- Dumping data for table `players`
--

LOCK TABLES `players` WRITE;
/*!40000 ALTER TABLE `players` DISABLE KEYS */;
INSERT INTO `players` (`id`, `name`, `status`, `last_update`) VALUES (1,'Мира Тал','standard','2026-11-01 10:00:00');
INSERT INTO `players` (`id`, `name`, `status`, `last_update`) VALUES (2,'Jean-Météo O\'Neil','managed',NULL);
/*!40000 ALTER TABLE `players` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Dumping data for table `characters`
--

LOCK TABLES `characters` WRITE;
/*!40000 ALTER TABLE `characters` DISABLE KEYS */;
INSERT INTO `characters` (`id`, `player_id`, `name`, `main`, `character_owner_hash`) VALUES (2112000001,1,'Мира Тал',1,'owner=');
INSERT INTO `characters` (`id`, `player_id`, `name`, `main`, `character_owner_hash`) VALUES (2112000002,1,'Alt \\ Two',0,NULL);
INSERT INTO `characters` (`id`, `player_id`, `name`, `main`, `character_owner_hash`) VALUES (2112000003,2,'Jean-Météo O\'Neil',1,'owner2=');
/*!40000 ALTER TABLE `characters` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Dumping data for table `eve_logins`
--

LOCK TABLES `eve_logins` WRITE;
/*!40000 ALTER TABLE `eve_logins` DISABLE KEYS */;
INSERT INTO `eve_logins` (`id`, `name`, `esi_scopes`) VALUES (1,'core.default','publicData esi-skills.read_skills.v1');
/*!40000 ALTER TABLE `eve_logins` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Dumping data for table `esi_tokens`
--

LOCK TABLES `esi_tokens` WRITE;
/*!40000 ALTER TABLE `esi_tokens` DISABLE KEYS */;
INSERT INTO `esi_tokens` (`id`, `character_id`, `eve_login_id`, `refresh_token`, `access_token`) VALUES (1,2112000001,1,'refresh-1',NULL);
INSERT INTO `esi_tokens` (`id`, `character_id`, `eve_login_id`, `refresh_token`, `access_token`) VALUES (2,2112000003,1,'refresh-3','');
/*!40000 ALTER TABLE `esi_tokens` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Dumping data for table `groups_tbl`
--

LOCK TABLES `groups_tbl` WRITE;
/*!40000 ALTER TABLE `groups_tbl` DISABLE KEYS */;
INSERT INTO `groups_tbl` (`id`, `name`, `description`, `visibility`, `auto_accept`, `is_default`) VALUES (3,'Logi 🚀','First line; \\N is \"no\" null\nsecond	line\r\n-- third','public',1,0);
INSERT INTO `groups_tbl` (`id`, `name`, `description`, `visibility`, `auto_accept`, `is_default`) VALUES (4,'FC',NULL,'private',0,0);
/*!40000 ALTER TABLE `groups_tbl` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Dumping data for table `player_group`
--

LOCK TABLES `player_group` WRITE;
/*!40000 ALTER TABLE `player_group` DISABLE KEYS */;
INSERT INTO `player_group` (`player_id`, `group_id`) VALUES (1,3);
INSERT INTO `player_group` (`player_id`, `group_id`) VALUES (2,4);
/*!40000 ALTER TABLE `player_group` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Dumping data for table `group_applications`
--

LOCK TABLES `group_applications` WRITE;
/*!40000 ALTER TABLE `group_applications` DISABLE KEYS */;
INSERT INTO `group_applications` (`id`, `player_id`, `group_id`, `created`, `status`) VALUES (1,2,3,'2026-11-02 10:00:00','pending');
/*!40000 ALTER TABLE `group_applications` ENABLE KEYS */;
UNLOCK TABLES;
/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;

/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
/*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
/*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */;
/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;
/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;

-- Dump completed on 2026-11-28 17:46:21
